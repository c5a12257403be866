/** /realtime/v1: presence in a topic. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";
import { openSocket } from "../support/raw-websocket.ts";
import { type Joined, join } from "../support/realtime-channels.ts";

type Metas = Record<string, { metas: { phx_ref: string }[] }>;
interface Diff {
  joins: Metas;
  leaves: Metas;
}

describe("presence", () => {
  let host: Host;
  const opened: Joined[] = [];
  const as = async (key: string, topic: string): Promise<Joined> => {
    const made = await join(host.visitor(), topic, { presence: { key, enabled: true } });
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

  it("is sent to new members, and its changes to all", async () => {
    const ada = await as("ada", "room");
    expect(await ada.channel.track({ mood: "tense" })).toBe("ok");
    const bob = await as("bob", "room");
    await bob.presence.until(({ event, key }) => event === "join" && key === "ada");
    expect(bob.channel.presenceState()).toMatchObject({ ada: [{ mood: "tense" }] });
    await bob.channel.track({ mood: "calm" });
    await ada.presence.until(({ event, key }) => event === "join" && key === "bob");
    expect(Object.keys(ada.channel.presenceState()).sort()).toEqual(["ada", "bob"]);
    await bob.channel.untrack();
    await ada.presence.until(
      ({ event, key }) => event === "leave" && key === "bob" && !ada.channel.presenceState().bob,
    );
  });

  // With raw messages: supabase-js 2.109 drops the refs of a key's earlier sockets (transformState in presenceAdapter).
  it("of one key on several sockets changes and ends per socket", async () => {
    const config = (key: string) => ({ config: { presence: { key, enabled: true } } });
    const [watcher, phone, laptop] = [await openSocket(host), await openSocket(host), await openSocket(host)];
    await watcher.ask("phx_join", "stand", config("watcher"));
    const change = async () =>
      (await watcher.frames.until(({ event }) => event === "presence_diff")).payload as unknown as Diff;
    const refs: string[] = [];
    for (const socket of [phone, laptop]) {
      await socket.ask("phx_join", "stand", config("ada"));
      await socket.ask("presence", "stand", {
        type: "presence",
        event: "track",
        payload: { n: refs.length },
      });
      const { joins, leaves } = await change();
      expect([joins.ada?.metas.length, leaves]).toEqual([1, {}]);
      refs.push(joins.ada?.metas[0]?.phx_ref ?? "");
    }
    await laptop.ask("presence", "stand", { type: "presence", event: "track", payload: { n: 2 } });
    const changed = await change();
    expect(changed.joins.ada?.metas).toMatchObject([{ n: 2, phx_ref_prev: refs[1] }]);
    expect(changed.leaves.ada?.metas).toMatchObject([{ n: 1, phx_ref: refs[1] }]);
    phone.socket.terminate();
    expect((await change()).leaves.ada?.metas).toMatchObject([{ n: 0, phx_ref: refs[0] }]);
    const late = await openSocket(host);
    late.send("phx_join", "stand", config("late"));
    const { payload } = await late.frames.until(({ event }) => event === "presence_state");
    expect(payload).toMatchObject({ ada: { metas: [{ n: 2 }] } });
    for (const { socket } of [watcher, laptop, late]) socket.terminate();
  });

  it("ends when the connection breaks", async () => {
    const watcher = await as("watcher", "cut");
    const gone = await as("gone", "cut");
    await gone.channel.track({});
    await watcher.presence.until(({ event, key }) => event === "join" && key === "gone");
    gone.channel.socket.disconnect();
    await watcher.presence.until(({ event, key }) => event === "leave" && key === "gone");
  });

  it("is refused if too large or not an object", async () => {
    const { channel } = await as("ada", "odd");
    expect(await channel.track({ text: "x".repeat(300 * 1024) })).toBe("error");
    expect(await channel.track([] as never)).toBe("error");
    expect(await channel.send({ type: "presence", event: "haunt", payload: {} })).toBe("error");
    expect(await channel.track({ fine: true })).toBe("ok");
  });
});
