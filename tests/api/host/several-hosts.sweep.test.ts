/** Two hosts with one PostgreSQL serve one club. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { Inbox, type Joined, join, subscribed } from "../support/realtime-channels.ts";

describe("two hosts with one PostgreSQL", () => {
  let first: Host;
  let second: Host;
  let player: Person;
  const opened: Joined[] = [];
  const enter = async (...wish: Parameters<typeof join>): Promise<Joined> => {
    const made = await join(...wish);
    opened.push(made);
    return made;
  };
  beforeAll(async () => {
    first = await startHost();
    second = await startHost({ sharedWith: first });
    player = await first.person("Paula Player");
  });
  afterEach(async () => {
    for (const { leave } of opened.splice(0)) await leave();
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
  });

  /** A client with a session from one host that talks to the other. */
  async function carried(person: Person, to: Host): Promise<Api> {
    const { data } = await person.api.auth.getSession();
    const api = to.visitor();
    const { error } = await api.auth.setSession({
      access_token: data.session?.access_token ?? "",
      refresh_token: data.session?.refresh_token ?? "",
    });
    expect(error).toBeNull();
    return api;
  }

  it("share their keys", () => {
    expect(second.publishableKey).toBe(first.publishableKey);
    expect(second.url).not.toBe(first.url);
  });

  it("accept each other's sessions, refreshes and sign-outs", async () => {
    const guest = await first.person("Gustav Guest");
    const api = await carried(guest, second);
    expect((await api.auth.getUser()).data.user?.id).toBe(guest.id);
    const { data, error } = await api.auth.refreshSession();
    expect([error, data.user?.id]).toEqual([null, guest.id]);
    await api.auth.signOut({ scope: "global" });
    const { error: ended } = await first.visitor().auth.getUser(data.session?.access_token);
    expect(ended?.name).toBe("AuthSessionMissingError");
  });

  it("send each other's changes to subscribers", async () => {
    const updates = new Inbox<{ new: object }>();
    const api = await carried(player, second);
    const channel = api
      .channel("matches")
      .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, updates.put);
    const ready = new Promise((resolve) => channel.on("system", {}, resolve));
    await subscribed(channel);
    await ready;
    await first.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
    const { data: match } = await first.secret
      .from("matches")
      .insert({
        home_team_name: "Arsenal",
        away_team_name: "Chelsea",
        match_date: "2199-01-01",
        league: "FA Cup",
      })
      .select("id")
      .single();
    await first.secret
      .from("matches")
      .update({ status: "completed", home_score: 2, away_score: 1 })
      .eq("id", match?.id ?? "");
    expect((await updates.next()).new).toMatchObject({ id: match?.id, status: "completed", home_score: 2 });
    await api.removeAllChannels();
  });

  it("forward broadcasts to each other once and in order", async () => {
    const from = await enter(first.visitor(), "derby", { broadcast: { self: true } });
    const [near, far] = [await enter(first.visitor(), "derby"), await enter(second.visitor(), "derby")];
    for (let n = 0; n < 40; n++) await from.channel.send({ type: "broadcast", event: "n", payload: { n } });
    await from.channel.send({ type: "broadcast", event: "bytes", payload: new Uint8Array([1, 2]).buffer });
    for (const { received } of [from, near, far]) {
      await received.until(({ event }) => event === "bytes");
      expect(received.all.slice(0, -1).map(({ payload }) => (payload as { n: number }).n)).toEqual([
        ...Array(40).keys(),
      ]);
    }
    await second.visitor().channel("derby").httpSend("posted", { by: "the other" });
    expect(await near.received.until(({ event }) => event === "posted")).toMatchObject({
      payload: { by: "the other" },
    });
  });

  it("forward the other messages when one contains a NUL or an invalid character", async () => {
    const [odd, even] = [await enter(first.visitor(), "bar"), await enter(first.visitor(), "bar")];
    const far = await enter(second.visitor(), "bar");
    const near = await enter(first.visitor(), "bar");
    // One row carries several messages to the other host.
    const said = ["\0", "one", "\ud800", "two", "a\0b", "last"];
    for (const [index, text] of said.entries())
      await (index % 2 === 0 ? odd : even).channel.send({
        type: "broadcast",
        event: "says\0",
        payload: { text },
      });
    for (const { received } of [near, far]) {
      // Each sender has its own socket, so the last message may arrive before an earlier one.
      await received.until(() => received.all.length === said.length);
      const texts = received.all.map(({ payload }) => (payload as { text: string }).text);
      expect(texts.sort()).toEqual([...said].sort());
    }
  });

  it("share presences until members leave", async () => {
    const present = (key: string) => ({ presence: { key, enabled: true } });
    const [ada, bob] = [
      await enter(first.visitor(), "lobby", present("ada")),
      await enter(second.visitor(), "lobby", present("bob")),
    ];
    await ada.channel.track({ at: "first" });
    await bob.presence.until(({ event, key }) => event === "join" && key === "ada");
    const late = await enter(second.visitor(), "lobby", present("late"));
    await late.presence.until(({ event, key }) => event === "join" && key === "ada");
    expect(late.channel.presenceState()).toMatchObject({ ada: [{ at: "first" }] });
    await ada.channel.untrack();
    await bob.presence.until(({ event, key }) => event === "leave" && key === "ada");
  });

  it("remove the presences of a stopped host, and send all presences to a new host", async () => {
    const present = (key: string) => ({ presence: { key, enabled: true } });
    const ada = await enter(first.visitor(), "gate", present("ada"));
    await ada.channel.track({});
    const third = await startHost({ sharedWith: first });
    const cleo = await join(third.visitor(), "gate", present("cleo"));
    await cleo.presence.until(() => cleo.channel.presenceState().ada !== undefined);
    await cleo.channel.track({});
    await ada.presence.until(({ event, key }) => event === "join" && key === "cleo");
    await third.stop();
    await ada.presence.until(({ event, key }) => event === "leave" && key === "cleo");
    await cleo.leave();
  });

  it("count wrong passwords together", async () => {
    const victim = await first.person("Vera Victim");
    const guess = async (host: Host) =>
      (await host.visitor().auth.signInWithPassword({ email: victim.email, password: "Wrong1Password" }))
        .error;
    for (const host of [first, second, first, second, first]) expect((await guess(host))?.status).toBe(400);
    expect((await guess(second))?.code).toBe("over_request_rate_limit");
    expect((await guess(first))?.code).toBe("over_request_rate_limit");
  });
});
