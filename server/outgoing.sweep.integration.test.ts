/** Requests to servers that try to exhaust this process, with the host's module and the one of the edge functions. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send } from "../supabase/functions/_http/outgoing.ts";
import { ATTACKS, type HostileServer, startHostileServer } from "../tests/engines/hostile-server.ts";
import { eventually } from "../tests/eventually.ts";
import { limitedFetch } from "./outgoing.ts";

const BYTES = 1024;
const MIB = 1024 * 1024;
/** What the buffers of two sockets hold on loopback, and one turn of the event loop. */
const BUFFERED = 16 * MIB;
/** An endless answer takes hundreds of megabytes in this time. The rest of the process grows too. */
const MOST_MEMORY = 64 * MIB;
/** Their bytes are read and discarded until the time is over. */
const ENDED_BY_TIME = ["endless-interim-answers", "endless-chunk-extension", "endless-reason"];

const MODULES = {
  host: (url: string, timeMs: number) => limitedFetch({ timeMs, bytes: BYTES })(url),
  functions: (url: string, timeMs: number) => send(url, {}, { timeMs, bytes: BYTES }),
  "functions (with chosen addresses)": (url: string, timeMs: number) => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }];
    // No name server knows the name, so the request can only arrive at the chosen address.
    return send(url.replace("127.0.0.1", "push.invalid"), {}, { timeMs, bytes: BYTES, resolve });
  },
};

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server?.stop());

describe.each(Object.entries(MODULES))("a request of the %s module", (_name, request) => {
  // The first request of a process loads the client, which may take longer than the limit of the attacks on a busy machine.
  beforeAll(async () => void (await request(`${server.origin}/elsewhere`, 60_000)));

  it.each(Object.keys(ATTACKS))("keeps the memory small when the answer is %s", async (attack) => {
    server.sent.clear();
    const before = process.memoryUsage().rss;
    await expect(request(`${server.origin}/${attack}`, 500)).rejects.toThrow();
    // An answer that `fetch` itself refuses is no longer read, and its connection ends after five minutes without a byte.
    if (attack !== "compressed-many-times")
      await eventually(() => expect(server.sent.has(attack)).toBe(true));
    if (!ENDED_BY_TIME.includes(attack)) expect(server.sent.get(attack) ?? 0).toBeLessThan(BUFFERED);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_MEMORY);
  });

  it("follows no redirect", async () => {
    server.requests.clear();
    expect((await request(`${server.origin}/elsewhere`, 60_000)).status).toBe(307);
    expect(server.requests).toEqual(new Map([["elsewhere", 1]]));
  });
});

describe("a request to chosen addresses", () => {
  const refused = new Error("inside");
  it.each([
    ["refuses the name", () => Promise.reject(refused), "inside"],
    ["returns no address", async () => [], "no address"],
    ["does not end", () => new Promise<never>(() => {}), "no complete answer"],
  ])("connects to nothing when the resolver %s", async (_what, resolve, message) => {
    server.requests.clear();
    const url = `${server.origin.replace("127.0.0.1", "localhost")}/elsewhere`;
    await expect(send(url, {}, { timeMs: 500, resolve })).rejects.toThrow(message);
    expect(server.requests.size).toBe(0);
  });

  it("sends the method, the headers and the body, and returns the answer", async () => {
    const received: string[] = [];
    const echo = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      received.push(
        `${request.method} ${request.headers.host?.split(":")[0]} ${request.headers.ttl} ${body}`,
      );
      response.writeHead(429, { "retry-after": "7" }).end("busy");
    }).listen(0, "127.0.0.1");
    await once(echo, "listening");
    const { port } = echo.address() as AddressInfo;
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }];
    const init = { method: "POST", headers: { TTL: "5" }, body: new Uint8Array([104, 105]) };
    const answer = await send(`http://push.invalid:${port}/`, init, { resolve });
    expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([
      429,
      "7",
      "busy",
    ]);
    expect(received).toEqual(["POST push.invalid 5 hi"]);
    echo.closeAllConnections();
    echo.close();
  });
});
