/** /realtime/v1: broadcasts between the clients of a topic. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, startHost } from "../support/host.ts";
import { type Joined, join } from "../support/realtime-channels.ts";

const KIBIBYTE = 1024;

describe("broadcasts", () => {
  let host: Host;
  const opened: Joined[] = [];
  const joined = async (api: Api, ...rest: [string, Parameters<typeof join>[2]?]): Promise<Joined> => {
    const made = await join(api, ...rest);
    opened.push(made);
    return made;
  };
  beforeAll(async () => {
    host = await startHost();
  });
  afterEach(async () => {
    for (const { leave } of opened.splice(0)) await leave();
  });
  afterAll(() => host.stop());

  const post = (body: unknown, headers: Record<string, string> = { apikey: host.publishableKey }) =>
    fetch(`${host.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("reach the topic's other members and no other topic", async () => {
    const [from, to, elsewhere] = [
      await joined(host.visitor(), "stand"),
      await joined(host.visitor(), "stand"),
      await joined(host.visitor(), "bar"),
    ];
    await from.channel.send({ type: "broadcast", event: "cheer", payload: { loud: true } });
    expect(await to.received.next()).toMatchObject({ event: "cheer", payload: { loud: true } });
    expect(from.received.all).toEqual([]);
    expect(elsewhere.received.all).toEqual([]);
  });

  it("return to the sender on request, and are acknowledged", async () => {
    const { channel, received } = await joined(host.visitor(), "echo", {
      broadcast: { self: true, ack: true },
    });
    expect(await channel.send({ type: "broadcast", event: "hello", payload: { n: 1 } })).toBe("ok");
    expect(await received.next()).toMatchObject({ event: "hello", payload: { n: 1 } });
  });

  it("keep their order", async () => {
    const [from, to] = [await joined(host.visitor(), "queue"), await joined(host.visitor(), "queue")];
    for (let n = 0; n < 50; n++) await from.channel.send({ type: "broadcast", event: "n", payload: { n } });
    await to.received.until(({ payload }) => (payload as { n: number }).n === 49);
    expect(to.received.all.map(({ payload }) => (payload as { n: number }).n)).toEqual([...Array(50).keys()]);
  });

  it("may be binary", async () => {
    const [from, to] = [await joined(host.visitor(), "bytes"), await joined(host.visitor(), "bytes")];
    await from.channel.send({
      type: "broadcast",
      event: "crest",
      payload: new Uint8Array([0, 255, 1]).buffer,
    });
    const { event, payload } = await to.received.next();
    expect(event).toBe("crest");
    expect([...new Uint8Array(payload as ArrayBuffer)]).toEqual([0, 255, 1]);
  });

  it("are refused if too large, and the channel stays open", async () => {
    const { channel, received } = await joined(host.visitor(), "large", {
      broadcast: { self: true, ack: true },
    });
    const payload = { text: "x".repeat(300 * KIBIBYTE) };
    expect(await channel.send({ type: "broadcast", event: "large", payload })).toBe("error");
    expect(await channel.send({ type: "broadcast", event: "small", payload: {} })).toBe("ok");
    expect((await received.next()).event).toBe("small");
  });

  it("can be sent by HTTP, one or several at once", async () => {
    const [one, two] = [await joined(host.visitor(), "one"), await joined(host.visitor(), "two")];
    const answer = await post({
      messages: [
        { topic: "one", event: "goal", payload: { score: "1-0" } },
        { topic: "two", event: "goal", payload: { score: "0-1" }, private: false },
      ],
    });
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
    expect(await one.received.next()).toMatchObject({ event: "goal", payload: { score: "1-0" } });
    expect(await two.received.next()).toMatchObject({ event: "goal", payload: { score: "0-1" } });
    const unjoined = host.visitor().channel("one");
    expect(await unjoined.httpSend("whistle", { half: 2 })).toEqual({ success: true });
    expect(await one.received.next()).toMatchObject({ event: "whistle", payload: { half: 2 } });
    expect(await unjoined.httpSend("crest", new Uint8Array([7]).buffer)).toEqual({ success: true });
    expect([...new Uint8Array((await one.received.next()).payload as ArrayBuffer)]).toEqual([7]);
  });

  it("are refused if malformed or unauthenticated", async () => {
    const statuses = async (bodies: readonly unknown[]) =>
      Promise.all(bodies.map(async (body) => (await post(body)).status));
    expect(
      await statuses([
        "{",
        [],
        {},
        { messages: "all" },
        { messages: [{ topic: "one", event: "goal" }] },
        { messages: [{ topic: "", event: "goal", payload: {} }] },
        { messages: [{ topic: "one", event: { $ne: 1 }, payload: {} }] },
        { messages: [{ topic: "one\0", event: "goal", payload: {}, private: true }] },
        { messages: [{ topic: "one", event: "\0", payload: {} }] },
        { messages: [{ topic: "one", event: "goal", payload: { text: "x".repeat(300 * KIBIBYTE) } }] },
      ]),
    ).toEqual(Array(10).fill(422));
    for (const path of ["one%00/events/goal?private=true", "one/events/goal%00"]) {
      const answer = await fetch(`${host.url}/realtime/v1/api/broadcast/${path}`, {
        method: "POST",
        headers: { apikey: host.publishableKey, "content-type": "application/json" },
        body: "{}",
      });
      expect([path, answer.status]).toEqual([path, 422]);
    }
    for (const config of [{}, { private: true }])
      await expect(join(host.visitor(), "one\0", config)).rejects.toThrow("InvalidJoinPayload");
    const message = { messages: [{ topic: "one", event: "goal", payload: {} }] };
    expect((await post(message, {})).status).toBe(401);
    expect((await post(message, { apikey: "sb_publishable_other" })).status).toBe(401);
    expect((await post("x".repeat(2 * KIBIBYTE * KIBIBYTE))).status).toBe(413);
    expect((await post({ messages: Array(101).fill(message.messages[0]) })).status).toBe(429);
  });
});
