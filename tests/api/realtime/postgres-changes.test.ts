/** /realtime/v1: which subscribers receive a change, and the limits of a socket. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { openSocket } from "../support/raw-websocket.ts";
import { Inbox, subscribed } from "../support/realtime-channels.ts";

/** Public notes are visible to all, secret ones to their owner and the chair. */
const TABLES = `
  create table public.notes (id int primary key, kind text, score int, secret boolean not null default false);
  create table public.chairs (user_id uuid primary key);
  alter table public.notes enable row level security;
  alter table public.chairs enable row level security;
  create policy "open notes are read by all" on public.notes for select using (not secret);
  create policy "the chair reads every note" on public.notes for select to authenticated
    using (exists (select from public.chairs where user_id = (select auth.uid())));
  create policy "the chair knows itself" on public.chairs for select to authenticated using (user_id = (select auth.uid()));
  grant all on public.notes, public.chairs to service_role;
  grant select on public.notes to anon, authenticated;
  grant select on public.chairs to authenticated;
  alter publication supabase_realtime add table public.notes;`;

interface Change {
  eventType: string;
  table: string;
  new: { id?: number };
  old: { id?: number };
}
interface Wish {
  event: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  table?: string;
  filter?: string;
}

describe("changes", () => {
  let host: Host;
  let chair: Person;
  const used: Api[] = [];
  // The generated types lack these tables.
  const table = (name: string) => host.secret.from(name as never) as unknown as Loose;
  interface Loose {
    insert(rows: object): PromiseLike<{ error: unknown }>;
    update(row: object): { eq(column: string, value: unknown): PromiseLike<{ error: unknown }> };
    delete(): { gte(column: string, value: number): PromiseLike<{ error: unknown }> } & {
      eq(column: string, value: unknown): PromiseLike<{ error: unknown }>;
    };
  }
  const write = async (work: PromiseLike<{ error: unknown }>) => expect((await work).error).toBeNull();

  /** One channel with several bindings and an inbox per binding. */
  async function listen(api: Api, ...wishes: Wish[]): Promise<Inbox<Change>[]> {
    used.push(api);
    const channel = api.channel(`changes-${used.length}`);
    const inboxes = wishes.map((wish) => {
      const inbox = new Inbox<Change>();
      channel.on("postgres_changes", wish as never, inbox.put as never);
      return inbox;
    });
    const system = new Promise<{ status: string; message: string }>((resolve) =>
      channel.on("system", {}, resolve),
    );
    await subscribed(channel);
    const { status, message } = await system;
    if (status !== "ok") throw new Error(message);
    return inboxes;
  }
  const notes = (filter?: string): Wish => ({
    event: "*",
    schema: "public",
    table: "notes",
    ...(filter ? { filter } : {}),
  });
  /** The previous test's deletions may still arrive. */
  const inserted: Wish = { ...notes(), event: "INSERT" };
  const isLast = ({ new: row }: Change) => row.id === 99;

  beforeAll(async () => {
    host = await startHost({ migrations: { notes: TABLES } });
    chair = await host.person("Charles Chair");
  });
  afterEach(async () => {
    for (const api of used.splice(0)) await api.removeAllChannels();
    await write(table("notes").delete().gte("id", 0));
  });
  afterAll(() => host.stop());

  it("are selected by every filter of the client", async () => {
    const rows = [
      { id: 1, kind: "goal", score: 1 },
      { id: 2, kind: "own goal", score: 2 },
      { id: 3, kind: "Card, red", score: 3 },
      { id: 4, kind: null, score: null },
    ];
    const expected: Record<string, number[]> = {
      "id=eq.1": [1],
      "id=neq.1": [2, 3, 4],
      "score=lt.2": [1],
      "score=lte.2": [1, 2],
      "score=gt.2": [3],
      "score=gte.2": [2, 3],
      'kind=in.(goal,"Card, red")': [1, 3],
      "kind=like.%goal": [1, 2],
      "kind=ilike.card%": [3],
      "kind=match.^(own )?goal$": [1, 2],
      "kind=imatch.^card": [3],
      "kind=is.null": [4],
      "secret=is.false": [1, 2, 3, 4],
      "kind=not.is.null": [1, 2, 3],
      "kind=isdistinct.goal": [2, 3, 4],
      "score=gt.1,kind=like.own%": [2],
    };
    // The last row passes the second binding of every channel.
    const inboxes = await Promise.all(
      Object.keys(expected).map((filter) => listen(host.visitor(), notes(filter), notes("id=eq.99"))),
    );
    await write(table("notes").insert(rows));
    await write(table("notes").insert({ id: 99, kind: "last", score: 99 }));
    for (const [index, ids] of Object.values(expected).entries()) {
      const [filtered, last] = inboxes[index] ?? [];
      await last?.until(isLast);
      const received = filtered?.all.map(({ new: row }) => row.id).filter((id) => id !== 99);
      expect([Object.keys(expected)[index], received]).toEqual([Object.keys(expected)[index], ids]);
    }
  });

  it("reach several bindings of one channel, also for a whole schema", async () => {
    const [inserts, updates, deletes, all, anything] = await listen(
      host.visitor(),
      { event: "INSERT", schema: "public", table: "notes" },
      { event: "UPDATE", schema: "public", table: "notes", filter: "id=eq.11" },
      { event: "DELETE", schema: "public", table: "notes" },
      { event: "*", schema: "public" },
      { event: "*", schema: "*" },
    );
    await write(table("notes").insert([{ id: 11 }, { id: 12 }]));
    await write(table("notes").update({ score: 1 }).eq("secret", false));
    // As on Supabase, row-level security is checked against the current row, so a deleted row is not visible.
    expect((await updates?.next())?.new.id).toBe(11);
    await write(table("notes").delete().eq("id", 11));
    expect(await deletes?.until(({ old }) => old.id === 11)).toMatchObject({ eventType: "DELETE", new: {} });
    expect(inserts?.all.map(({ new: row }) => row.id)).toEqual([11, 12]);
    expect(updates?.all.map(({ new: row }) => row.id)).toEqual([11]);
    const events = ["INSERT", "INSERT", "UPDATE", "UPDATE", "DELETE"];
    // Only of these rows: the previous test's deletions may still arrive.
    const isOwn = ({ new: row, old }: Change) => [11, 12].includes(Number(row.id ?? old.id));
    for (const inbox of [all, anything])
      expect(inbox?.all.filter(isOwn).map(({ eventType }) => eventType)).toEqual(events);
  });

  it("stop for a user who loses the required role", async () => {
    await write(table("chairs").insert({ user_id: chair.id }));
    const [seen] = await listen(chair.api, inserted);
    await write(table("notes").insert({ id: 1, secret: true }));
    expect((await seen?.next())?.new.id).toBe(1);
    await write(table("chairs").delete().eq("user_id", chair.id));
    await write(table("notes").insert({ id: 2, secret: true }));
    await write(table("notes").insert({ id: 99 }));
    expect((await seen?.next())?.new.id).toBe(99);
  });

  it("continue with a renewed token and end with an invalid one", async () => {
    const [seen] = await listen(chair.api, inserted);
    const { data } = await chair.api.auth.refreshSession();
    await chair.api.realtime.setAuth(data.session?.access_token ?? null);
    await write(table("notes").insert({ id: 1 }));
    expect((await seen?.next())?.new.id).toBe(1);
    const socket = await openSocket(host);
    await socket.ask("phx_join", "x", {});
    socket.send("access_token", "x", { access_token: "not.a.token" });
    await socket.frames.until(({ event }) => event === "phx_close");
    expect((await socket.ask("broadcast", "x")).response.reason).toBe("unmatched topic");
    socket.socket.terminate();
  });

  // Realtime creates the subscriptions of a join in one transaction: `rollback` in lib/extensions/postgres_cdc_rls/
  // subscriptions.ex of supabase/realtime, and https://github.com/supabase/supabase-js/issues/728.
  it("are refused together, with a message, if one table of a channel is not published", async () => {
    const socket = await openSocket(host);
    const config = {
      postgres_changes: [
        { event: "*", schema: "public", table: "notes" },
        { event: "*", schema: "public", table: "chairs" },
      ],
    };
    expect(await socket.ask("phx_join", "both", { config })).toMatchObject({ status: "ok" });
    const refused = await socket.frames.until(({ event }) => event === "system");
    expect(refused.payload).toMatchObject({
      extension: "postgres_changes",
      status: "error",
      message: expect.stringMatching(/^Unable to subscribe.*table: chairs/),
    });
    await socket.ask("phx_join", "one", { config: { postgres_changes: [config.postgres_changes[0]] } });
    await socket.frames.until(({ event }) => event === "system");
    await write(table("notes").insert({ id: 728 }));
    const change = await socket.frames.until(({ event }) => event === "postgres_changes");
    expect(change.topic).toBe("realtime:one");
    socket.socket.terminate();
  });

  it("are refused with a message if the subscription is invalid", async () => {
    await expect(listen(host.visitor(), { ...notes(), table: "chairs" })).rejects.toThrow(
      /Unable to subscribe/,
    );
    await expect(listen(host.visitor(), { ...notes(), schema: "auth", table: "users" })).rejects.toThrow(
      /Unable to subscribe/,
    );
    await expect(listen(host.visitor(), notes("nothing=eq.1"))).rejects.toThrow(/Unable to subscribe/);
    await expect(listen(host.visitor(), notes("id=eq"))).rejects.toThrow(/Invalid/);
    await expect(listen(host.visitor(), notes("kind=match.("))).rejects.toThrow(/invalid pattern/);
  });

  it("close only the channel or socket that exceeds a limit", async () => {
    const bystander = await openSocket(host);
    await bystander.ask("phx_join", "calm");
    const greedy = await openSocket(host);
    // A window may end in between, so this sends more than two seconds' worth.
    for (let n = 0; n < 99; n++) greedy.send("phx_join", "t1");
    const refused = await greedy.frames.until(
      ({ event, payload }) => event === "phx_reply" && payload.status === "error",
    );
    expect(refused.payload.response).toEqual({
      reason: "ClientJoinRateLimitReached: Too many joins per second",
    });
    for (let n = 0; n < 300; n++) greedy.send("broadcast", "t1", { type: "broadcast", event: "x" });
    expect(await greedy.closed).toBe(1008);
    const large = await openSocket(host);
    large.socket.on("error", () => {});
    large.send("broadcast", "x", { text: "x".repeat(2 * 1024 * 1024) });
    expect([1006, 1009]).toContain(await large.closed);
    expect((await bystander.ask("phx_join", "calm")).status).toBe("ok");
    bystander.socket.terminate();
  });
});
