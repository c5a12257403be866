/** /realtime/v1: limits per socket, address and process. */
import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, startHost } from "../support/host.ts";
import { openSocket, type RawSocket } from "../support/raw-websocket.ts";
import { Inbox, type Joined, join, subscribed } from "../support/realtime-channels.ts";

const MEBIBYTE = 1024 * 1024;
/** The pause between two attempts to exceed a rate. */
const TURN_MS = 500;
const MESSAGE_BYTES = 200 * 1024;
const FEW_SEATS = "update host.realtime_limits set sockets = 6, sockets_per_address = 2;";

describe("connection limits", () => {
  let host: Host;
  const opened: RawSocket[] = [];
  beforeAll(async () => {
    host = await startHost({
      migrations: { few_seats: FEW_SEATS },
      env: { TRUSTED_PROXIES: "127.0.0.1" },
    });
  });
  afterAll(() => host.stop());

  const from = async (address: string): Promise<RawSocket> => {
    const socket = await openSocket(host, { headers: { "x-forwarded-for": address } });
    opened.push(socket);
    return socket;
  };

  it("apply per address and process, give a reason, and free the place of a closed socket", async () => {
    const [first] = [await from("192.0.2.1"), await from("192.0.2.1")];
    await expect(from("192.0.2.1")).rejects.toThrow("429");
    const answer = await upgradeBy(host, "192.0.2.1");
    expect([answer.status, answer.body]).toEqual([
      429,
      { message: "Too many connections from this address" },
    ]);
    for (const address of ["192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"]) await from(address);
    const full = await upgradeBy(host, "192.0.2.6");
    expect([full.status, full.body]).toEqual([503, { message: "Too many connections" }]);
    first.socket.close();
    await first.closed;
    await expect.poll(() => from("192.0.2.6").then(() => "in", String)).toBe("in");
    for (const { socket } of opened) expect([socket.OPEN, socket.CLOSED]).toContain(socket.readyState);
  });

  it("apply to an IPv6 network that posts broadcasts from many addresses", async () => {
    const messages = Array(100).fill({ topic: "room", event: "said", payload: {} });
    const post = (n: number) =>
      fetch(`${host.url}/realtime/v1/api/broadcast`, {
        method: "POST",
        headers: {
          apikey: host.publishableKey,
          "content-type": "application/json",
          "x-forwarded-for": `2001:db8:1:2::${n}`,
        },
        body: JSON.stringify({ messages }),
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => post(n)));
    // One in each second is accepted.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]));
  });
});

/** Sends the upgrade by hand, because WebSocket clients hide the response. */
async function upgradeBy(host: Host, address: string): Promise<{ status: number; body: unknown }> {
  const { request } = await import("node:http");
  const url = `${host.url}/realtime/v1/websocket?apikey=${host.publishableKey}&vsn=1.0.0`;
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
    "x-forwarded-for": address,
  };
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    })
      .on("error", reject)
      .end();
  });
}

describe("a socket", () => {
  let host: Host;
  const joined: Joined[] = [];
  const enter = async (...wish: Parameters<typeof join>): Promise<Joined> => {
    const made = await join(...wish);
    joined.push(made);
    return made;
  };
  beforeAll(async () => {
    host = await startHost({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  });
  afterEach(async () => {
    for (const { leave } of joined.splice(0)) await leave();
  });
  afterAll(() => host.stop());

  it("is closed if it does not read, while others receive everything and memory stays flat", async () => {
    const watcher = await enter(host.visitor(), "gate", { presence: { key: "watcher", enabled: true } });
    const received = new Inbox<number>();
    const api = host.visitor();
    const stand = api
      .channel("stand")
      .on("broadcast", { event: "n" }, ({ payload }) => received.put(payload.n));
    await subscribed(stand);
    const slow = await openSocket(host);
    await slow.ask("phx_join", "gate", { config: { presence: { key: "slow" } } });
    await slow.ask("presence", "gate", { type: "presence", event: "track", payload: {} });
    await watcher.presence.until(({ event, key }) => event === "join" && key === "slow");
    const text = "x".repeat(MESSAGE_BYTES);
    let sent = 0;
    /** Resolves to the host's peak memory after the reader has received everything. */
    const shout = async (megabytes: number): Promise<number> => {
      let most = 0;
      for (const last = sent + (megabytes * MEBIBYTE) / MESSAGE_BYTES; sent < last; sent += 4) {
        const messages = [0, 1, 2, 3].map((k) => ({
          topic: "stand",
          event: "n",
          payload: { n: sent + k, text },
        }));
        expect(await post(host, messages, `192.0.2.${sent % 200}`)).toBe(202);
        most = Math.max(most, residentBytes(host));
      }
      await received.until((n) => n === sent - 1);
      return most;
    };
    const usual = await shout(40);
    await slow.ask("phx_join", "stand");
    slow.socket.pause();
    const megabytes = 240;
    const most = await shout(megabytes);
    expect(received.all).toEqual([...Array(sent).keys()]);
    await watcher.presence.until(({ event, key }) => event === "leave" && key === "slow");
    // Buffering for the other client would hold all of it.
    expect((most - usual) / MEBIBYTE).toBeLessThan(megabytes);
    slow.socket.terminate();
    await api.removeAllChannels();
  });

  it("has a byte limit for channels and presences, which leaving frees", async () => {
    const greedy = await openSocket(host);
    const quiet = { config: { presence: { enabled: false } } };
    const long = { ...quiet, access_token: "", text: "x".repeat(500 * 1024) };
    for (const topic of ["one", "two", "three", "four"])
      expect((await greedy.ask("phx_join", topic, long)).status).toBe("ok");
    expect((await greedy.ask("phx_join", "five", long)).response.reason).toBe(
      "ChannelRateLimitReached: Too many bytes of channels",
    );
    expect((await greedy.ask("phx_join", "five", quiet)).status).toBe("ok");
    const track = (topic: string) =>
      greedy.ask("presence", topic, { event: "track", payload: { text: "x".repeat(MESSAGE_BYTES) } });
    expect((await track("five")).response.reason).toBe("Payload size exceeded");
    await greedy.ask("phx_leave", "one");
    for (const topic of ["five", "two"]) expect((await track(topic)).status).toBe("ok");
    expect((await track("three")).response.reason).toBe("Payload size exceeded");
    expect((await track("two")).status).toBe("ok");
    await greedy.ask("presence", "two", { event: "untrack" });
    expect((await track("three")).status).toBe("ok");
    greedy.socket.terminate();
  });

  it("loses only the channel whose presence changes too often", async () => {
    const hasty = await openSocket(host);
    await hasty.ask("phx_join", "calm");
    await hasty.ask("phx_join", "gate", { config: { presence: { key: "hasty" } } });
    // On a busy machine a second may end before the host has read as many as it allows, so this repeats them.
    const { payload } = await eventually(() => {
      const refusal = hasty.frames.all.find(({ event }) => event === "system");
      for (let n = 0; n < 21 && !refusal; n++)
        hasty.send("presence", "gate", { type: "presence", event: "track", payload: { n } });
      expect(refusal).toBeDefined();
      return refusal as NonNullable<typeof refusal>;
    }, TURN_MS);
    expect(payload).toMatchObject({ status: "error", message: "Too many presence messages per second" });
    await hasty.frames.until(({ event, topic }) => event === "phx_close" && topic === "realtime:gate");
    expect((await hasty.ask("phx_leave", "calm")).status).toBe("ok");
    hasty.socket.terminate();
  });
});

/** From a different address each time, because posts are limited per address. */
async function post(host: Host, messages: object[], address: string): Promise<number> {
  const answer = await fetch(`${host.url}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: { apikey: host.publishableKey, "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ messages }),
  });
  return answer.status;
}

function residentBytes(host: Host): number {
  const { pid }: { pid: number } = JSON.parse(readFileSync(joinPath(host.dataDir, "host.json"), "utf8"));
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}
