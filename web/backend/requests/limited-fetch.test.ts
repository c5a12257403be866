import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isUnanswered } from "../offline/or-cached-answer.ts";
import { limitRequests } from "./limited-fetch.ts";
import { serviceFetch } from "./service-fetch.ts";

const save = "/rest/v1/user_predictions?on_conflict=user_id%2Cmatch_id";

/** Accepts every request, or only begins to answer it. */
const network = createServer((request, response) => {
  if (request.url?.includes("begun"))
    response.writeHead(200, { "content-type": "application/json" }).write("[");
  arrived();
});
let arrived = () => {};
let origin = "";
beforeAll(async () => {
  limitRequests();
  await new Promise<void>((listening) => network.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
});
afterAll(() => {
  network.closeAllConnections();
  network.close();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("on a network that never answers", () => {
  /** The error of a request after half a minute; null if the request still waits for its answer. */
  async function errorOf(method: string, path: string, isOwnWrite = false): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const accepted = new Promise<void>((resolve) => (arrived = resolve));
    const outcome = serviceFetch(origin + path, {
      method,
      isOwnWrite,
      ...(method === "POST" && { body: "{}" }),
    }).then(
      ({ status }) => ({ status }),
      (error: unknown) => error,
    );
    await accepted;
    vi.advanceTimersByTime(30_000);
    // An aborted request settles in the same turn or the next ones.
    const turns = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
      return null;
    };
    return Promise.race([outcome, turns()]);
  }

  it.each<[what: string, method: string, path: string, isOwnWrite?: boolean]>([
    ["an own write", "POST", save, true],
    ["a read", "GET", "/rest/v1/matches?select=*"],
    ["an answer that breaks off", "GET", "/rest/v1/matches?begun"],
    ["a count", "HEAD", "/rest/v1/matches?select=*"],
    ["a sign-in", "POST", "/auth/v1/token?grant_type=password"],
    ["a refreshed session", "POST", "/auth/v1/token?grant_type=refresh_token"],
    ["a phone lookup", "POST", "/functions/v1/phone-lookup"],
  ])("%s counts as not answered after half a minute", async (_, method, path, isOwnWrite = false) => {
    expect(isUnanswered(await errorOf(method, path, isOwnWrite))).toBe(true);
  });

  it.each([
    ["an upload", "/storage/v1/object/news-images/a.png"],
    ["an import", "/rest/v1/rpc/import_matches"],
    ["the end of a season", "/rest/v1/rpc/take_season_step"],
    ["an edge function", "/functions/v1/delete-user"],
    ["an email", "/auth/v1/signup"],
  ])("%s may take longer", async (_, path) => {
    expect(await errorOf("POST", path)).toBeNull();
  });
});

describe("when the page goes away", () => {
  /** A browser's `fetch`, which refuses requests that outlast the page if they have more than 64 KiB together. */
  function browserFetch({ refusesAll = false } = {}) {
    const sent: boolean[] = [];
    let underWay = 0;
    vi.stubGlobal("fetch", async (_: string, { keepalive = false, body }: RequestInit) => {
      const bytes = keepalive ? Buffer.byteLength(String(body)) : 0;
      if (underWay + bytes > 65_536 || (refusesAll && keepalive)) throw new TypeError("Failed to fetch");
      underWay += bytes;
      sent.push(keepalive);
      await new Promise((next) => setImmediate(next));
      underWay -= bytes;
      return Response.json([{}]);
    });
    return sent;
  }
  const send = (body: string, isOwnWrite = true) => serviceFetch(save, { method: "POST", body, isOwnWrite });
  // A request that is answered, because one that failed has consequences for the next.
  beforeEach(async () => {
    browserFetch();
    await send("{}");
  });

  it("the browser sends the member's own writes all the same", async () => {
    const sent = browserFetch();
    await send("{}");
    await send("{}", false);
    expect(sent).toEqual([true, false]);
  });

  it("no write is refused because there are many", async () => {
    const sent = browserFetch();
    await Promise.all(Array.from({ length: 100 }, () => send("é".repeat(1_000))));
    expect(sent.filter(Boolean)).toHaveLength(20);
    expect(sent).toHaveLength(100);
    await send("{}");
    expect(sent.at(-1)).toBe(true);
  });

  it("a browser that refuses such a request gets the next attempt without", async () => {
    const sent = browserFetch({ refusesAll: true });
    await expect(send("{}")).rejects.toThrow(TypeError);
    expect((await send("{}")).ok).toBe(true);
    expect(sent).toEqual([false]);
  });
});
