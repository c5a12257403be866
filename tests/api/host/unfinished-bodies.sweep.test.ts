/** Requests with endless bodies are refused while the body is still being sent, and the host buffers little of it. */
import { request } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

const MIB = 1024 * 1024;
/** The most that is sent: six times the largest limit. */
const SENT_MIB = 64;

describe("an endless body", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  /** Rejects if everything was sent before the answer. */
  function sendTo(path: string, key: string): Promise<{ status: number | undefined; body: unknown }> {
    return new Promise((resolve, reject) => {
      const headers = { apikey: key, "content-type": "application/json" };
      const sending = request(host.url + path, { method: "POST", headers });
      const body = Readable.from(
        (function* () {
          for (let sent = 0; sent < SENT_MIB; sent++) yield Buffer.alloc(MIB, " ");
          sending.destroy(new Error(`${SENT_MIB} MiB were taken before the answer`));
        })(),
      );
      sending.on("error", reject);
      sending.once("response", async (response) => {
        body.unpipe(sending);
        resolve({ status: response.statusCode, body: await json(response) });
        sending.destroy();
      });
      body.pipe(sending);
    });
  }

  it.each([
    ["auth/v1/token?grant_type=password", 413, { msg: "Request body too large" }],
    ["auth/v1/signup", 413, { msg: "Request body too large" }],
    // Storage returns 400 with the actual status in the body, as Supabase does.
    ["storage/v1/object/list/x", 400, { statusCode: "413", error: "Payload too large" }],
    ["rest/v1/rpc/get_leaderboard", 413, {}],
    ["realtime/v1/api/broadcast", 413, { message: "Payload Too Large" }],
    ["functions/v1/phone-lookup", 413, { code: "REQUEST_TOO_LARGE" }],
  ])("is refused by %s", async (path, status, body) => {
    expect(await sendTo(`/${path}`, host.publishableKey)).toMatchObject({ status, body });
  });
});

it("a client that closes its connection within a body leaves no error in the log", async () => {
  const host = await startHost();
  const headers = {
    apikey: host.publishableKey,
    "content-type": "application/json",
    "content-length": "100",
  };
  for (const path of ["/rest/v1/rpc/get_leaderboard", "/auth/v1/token?grant_type=password"]) {
    const sending = request(host.url + path, { method: "POST", headers });
    const ended = new Promise((resolve) => sending.on("error", () => {}).once("close", resolve));
    sending.write("{", () => sending.destroy());
    await ended;
  }
  // The host answers later requests, and has noticed the end of the earlier ones when it has stopped.
  expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
  await host.stop();
  expect(host.log()).not.toContain("request failed");
});
