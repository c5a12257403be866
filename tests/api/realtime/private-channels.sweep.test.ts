/** /realtime/v1: private channels with policies on realtime.messages. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { openSocket } from "../support/raw-websocket.ts";
import { type Joined, join } from "../support/realtime-channels.ts";

/** A topic's name states what is allowed in it, and for whom. */
const POLICIES = `
  create policy "players read their rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room-%');
  create policy "players speak in talking rooms" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room-talk' and extension = 'broadcast');
  create policy "players are present in open rooms" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room-open' and extension in ('broadcast', 'presence'));
  create policy "players hear the stage" on realtime.messages for select to authenticated
    using (realtime.topic() = 'stage' and extension = 'broadcast');
  create policy "players are on the stage" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'stage' and extension = 'presence');
  create policy "admins hear the board" on realtime.messages for select to authenticated
    using (topic = 'board' and extension = 'broadcast' and exists (
      select from public.user_roles where user_id = (select auth.uid()) and role = 'admin'));
  create policy "a policy that fails" on realtime.messages for select to authenticated
    using (case when realtime.topic() = 'broken' then 1 / (length(topic) - length(topic)) = 1 else false end);
  create function public.announce(_topic text, _private boolean) returns void language sql security definer
  set search_path = '' as $$ select realtime.send('{"text": "from SQL"}', 'news', _topic, _private) $$;
  create function public.show(_topic text) returns void language sql security definer
  set search_path = '' as $$ select realtime.send_binary('\\x00ff07', 'crest', _topic) $$;
  grant execute on function public.announce, public.show to authenticated;`;

const REFUSED = /Unauthorized: You do not have permissions to read from this Channel topic: /;

describe("private channels", () => {
  let host: Host;
  let ada: Person;
  let bob: Person;
  const opened: Joined[] = [];
  const enter = async (api: Api, topic: string, more: object = {}): Promise<Joined> => {
    const made = await join(api, topic, { private: true, presence: { enabled: true }, ...more });
    opened.push(made);
    return made;
  };
  beforeAll(async () => {
    host = await startHost({ migrations: { private_channels: POLICIES } });
    [ada, bob] = [await host.person("Ada"), await host.person("Bob")];
  });
  afterEach(async () => {
    for (const { leave } of opened.splice(0)) await leave();
  });
  afterAll(() => host.stop());

  it("can be joined only with a read policy", async () => {
    await enter(ada.api, "room-1");
    await expect(enter(ada.api, "hall")).rejects.toThrow(REFUSED);
    await expect(enter(host.visitor(), "room-1")).rejects.toThrow(REFUSED);
    await expect(enter(ada.api, "broken")).rejects.toThrow(REFUSED);
    // A policy that raises an error refuses the join, and the log has the reason.
    await eventually(() =>
      expect(host.log()).toMatch(/division by zero.*a policy of realtime.messages fails/),
    );
    await expect(enter(ada.api, "room-1'; drop table realtime.messages; --")).resolves.toBeDefined();
    await ada.api.removeAllChannels();
    await enter(host.secret, "hall");
  });

  it("do not reach a public channel of the same name", async () => {
    const [from, to] = [await enter(ada.api, "room-talk"), await enter(bob.api, "room-talk")];
    const outside = await join(host.visitor(), "room-talk");
    opened.push(outside);
    await outside.channel.send({ type: "broadcast", event: "forged", payload: {} });
    await from.channel.send({ type: "broadcast", event: "hello", payload: { n: 1 } });
    expect(await to.received.next()).toMatchObject({ event: "hello", payload: { n: 1 } });
    expect(outside.received.all).toEqual([]);
  });

  it("have separate policies for broadcasts and presence", async () => {
    const silent = { broadcast: { ack: true, self: true } };
    const open = await enter(ada.api, "room-open", silent);
    expect(await open.channel.track({ here: true })).toBe("ok");
    expect(await open.channel.send({ type: "broadcast", event: "hello", payload: {} })).toBe("ok");
    const talk = await enter(ada.api, "room-talk", silent);
    expect(await talk.channel.track({ here: true })).toBe("error");
    const closed = await enter(bob.api, "room-closed", silent);
    expect(await closed.channel.send({ type: "broadcast", event: "hello", payload: {} })).toBe("error");
    expect(closed.received.all).toEqual([]);
  });

  it("send presences only to members whose policy allows it", async () => {
    const [audience, actor] = [await enter(ada.api, "stage"), await enter(bob.api, "stage")];
    expect(await actor.channel.track({ role: "king" })).toBe("ok");
    await ada.api.rpc("announce" as never, { _topic: "stage", _private: true } as never);
    expect(await audience.received.next()).toMatchObject({ payload: { text: "from SQL" } });
    expect(audience.channel.presenceState()).toEqual({});
  });

  it("apply the same policies to broadcasts by HTTP", async () => {
    const to = await enter(bob.api, "room-talk");
    const posting = ada.api.channel("room-talk", { config: { private: true } });
    expect(await posting.httpSend("posted", { n: 1 })).toEqual({ success: true });
    expect(await to.received.next()).toMatchObject({ event: "posted", payload: { n: 1 } });
    const closed = ada.api.channel("room-closed", { config: { private: true } });
    await expect(closed.httpSend("posted", { n: 1 })).rejects.toThrow("Unauthorized");
    const stranger = host.visitor().channel("room-talk", { config: { private: true } });
    await expect(stranger.httpSend("posted", { n: 2 })).rejects.toThrow("Unauthorized");
    const message = { topic: "room-closed", event: "posted", payload: {}, private: true };
    const batch = await fetch(`${host.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: host.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ messages: [message, { ...message, topic: "room-talk" }] }),
    });
    expect(batch.status).toBe(202);
    await posting.httpSend("last", {});
    expect((await to.received.next()).event).toBe("last");
    await ada.api.removeAllChannels();
  });

  it("receive messages that SQL sends", async () => {
    const [inside, outside] = [await enter(ada.api, "room-news"), await join(host.visitor(), "room-news")];
    opened.push(outside);
    const announce = (_private: boolean) =>
      ada.api.rpc("announce" as never, { _topic: "room-news", _private } as never);
    expect((await announce(true)).error).toBeNull();
    expect(await inside.received.next()).toMatchObject({ event: "news", payload: { text: "from SQL" } });
    expect((await announce(false)).error).toBeNull();
    expect(await outside.received.next()).toMatchObject({ event: "news", payload: { text: "from SQL" } });
    expect([inside.received.all.length, outside.received.all.length]).toEqual([1, 1]);
  });

  it("receive binary messages that SQL sends, live and replayed", async () => {
    const since = Date.now() - 1000;
    const inside = await enter(ada.api, "room-crests");
    expect((await ada.api.rpc("show" as never, { _topic: "room-crests" } as never)).error).toBeNull();
    const crest = await inside.received.next();
    expect(crest).toMatchObject({ event: "crest", meta: { id: expect.any(String) } });
    expect([...new Uint8Array(crest.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
    await ada.api.removeAllChannels();
    const late = await enter(ada.api, "room-crests", { broadcast: { replay: { since } } });
    const again = await late.received.next();
    expect(again).toMatchObject({ event: "crest", meta: { ...(crest.meta as object), replayed: true } });
    expect([...new Uint8Array(again.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
  });

  it("replay recent SQL messages on request", async () => {
    const since = Date.now() - 1000;
    for (const topic of ["room-late", "room-late", "room-other", "room-late"]) {
      const { error } = await ada.api.rpc("announce" as never, { _topic: topic, _private: true } as never);
      expect(error).toBeNull();
    }
    const late = await enter(ada.api, "room-late", { broadcast: { replay: { since, limit: 2 } } });
    const again = { event: "news", payload: { text: "from SQL" }, meta: { replayed: true } };
    // The last message may also arrive as a new one, if it is on its way when the channel is joined.
    const replayed = () =>
      late.received.all.filter((message) => (message.meta as { replayed?: true } | undefined)?.replayed);
    while (replayed().length < 2) await late.received.next();
    expect(replayed()).toMatchObject([again, again]);
    await ada.api.removeAllChannels();
    const later = await enter(ada.api, "room-late", {
      broadcast: { replay: { since: Date.now() + 60_000 } },
    });
    await ada.api.rpc("announce" as never, { _topic: "room-late", _private: true } as never);
    await later.received.next();
    expect([replayed().length, later.received.all.length]).toEqual([2, 1]);
    const socket = await openSocket(host);
    const refused = await socket.ask("phx_join", "hall", { config: { broadcast: { replay: { since } } } });
    expect(refused.response.reason).toBe("UnableToReplayMessages: Replay is not allowed for public channels");
    socket.socket.terminate();
  });

  it("end when a renewed token may no longer read", async () => {
    const [, chief] = [await host.admin("Remaining Admin"), await host.admin("Chief")];
    const { channel } = await enter(chief.api, "board");
    const ended = new Promise<string>((resolve) =>
      channel.on("system", {}, ({ message }) => resolve(message)),
    );
    expect((await host.secret.rpc("revoke_admin", { _identifier: chief.email })).error).toBeNull();
    const { data } = await chief.api.auth.refreshSession();
    await chief.api.realtime.setAuth(data.session?.access_token ?? null);
    expect(await ended).toMatch(/You do not have permissions/);
    await chief.api.removeAllChannels();
  });
});
