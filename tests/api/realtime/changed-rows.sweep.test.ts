/** /realtime/v1: the payload of a changed row, and broadcasts by triggers. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { Inbox, join, subscribed } from "../support/realtime-channels.ts";

/** The policy of rows.kind raises an error unless the kind is `fine`; logs has no primary key; a trigger of rooms broadcasts. */
const TABLES = `
  create table public.rows (id int primary key, kind text, score int, body text);
  alter table public.rows enable row level security;
  create policy "visitors see rows" on public.rows for select to anon using (true);
  create policy "a policy that fails" on public.rows for select to authenticated
    using (1 / (length(kind) - length('broken')) is not null and auth.uid() is not null);
  create table public.logs (line text);
  grant all on public.rows, public.logs to service_role;
  grant select on public.rows, public.logs to anon, authenticated;
  revoke select on public.rows from authenticated;
  grant select (id, kind, score) on public.rows to authenticated;
  alter publication supabase_realtime add table public.rows, public.logs;
  create function public.broadcast_row() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    perform realtime.broadcast_changes('rows-' || coalesce(new.id, old.id), tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger broadcast_row after insert or update or delete on public.rows for each row execute function public.broadcast_row();
  create policy "players hear of rows" on realtime.messages for select to authenticated using (realtime.topic() like 'rows-%');
  create function public.write_rows(_count int, _bytes int) returns void language sql set search_path = '' as $$
    insert into public.rows (id, kind, body) select n, 'long', repeat('x', _bytes) from generate_series(100, 99 + _count) as n $$;
  grant execute on function public.write_rows to service_role;`;

interface Change {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: string[] | null;
}
type Wish = { event: string; table: string; filter?: string; select?: string[] };

describe("a changed row", () => {
  let host: Host;
  let player: Person;
  const used: Api[] = [];

  beforeAll(async () => {
    host = await startHost({ migrations: { rows: TABLES } });
    player = await host.person("Rhea Row");
  });
  afterEach(async () => {
    for (const api of used.splice(0)) await api.removeAllChannels();
    await send("DELETE", "rows?id=gte.0");
  });
  afterAll(() => host.stop());

  /** Untyped: the generated types lack these tables. */
  async function send(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${host.url}/rest/v1/${path}`, {
      method,
      headers: { apikey: host.secretKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([answer.status, await answer.text()]).toEqual([expect.any(Number), ""]);
  }

  /** One channel with an inbox per binding. */
  async function listen(api: Api, ...wishes: Wish[]): Promise<Inbox<Change>[]> {
    used.push(api);
    const channel = api.channel(`rows-${used.length}`);
    const inboxes = wishes.map((wish) => {
      const inbox = new Inbox<Change>();
      channel.on("postgres_changes", { schema: "public", ...wish } as never, inbox.put as never);
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

  it("is sent with the key and the columns that each binding selects", async () => {
    const rows = { event: "*", table: "rows" };
    const [scores, whole, bodies] = await listen(host.visitor(), { ...rows, select: ["score"] }, rows, {
      ...rows,
      select: ["body", "id"],
      filter: "kind=eq.goal",
    });
    await send("POST", "rows", { id: 1, kind: "goal", score: 3, body: "by a header" });
    expect((await scores?.next())?.new).toEqual({ id: 1, score: 3 });
    expect((await whole?.next())?.new).toEqual({ id: 1, kind: "goal", score: 3, body: "by a header" });
    expect((await bodies?.next())?.new).toEqual({ id: 1, body: "by a header" });
    await send("PATCH", "rows?id=eq.1", { score: 4 });
    expect(await scores?.next()).toMatchObject({ new: { id: 1, score: 4 }, old: { id: 1 }, errors: null });
    await expect(listen(host.visitor(), { ...rows, select: ["nothing"] })).rejects.toThrow(
      /Unable to subscribe/,
    );
    await expect(listen(player.api, { ...rows, select: ["body"] })).rejects.toThrow(/Unable to subscribe/);
  });

  it("is filtered only by its key when it was deleted", async () => {
    const deletes = { event: "DELETE", table: "rows" };
    const filters = ["id=eq.12", "id=gte.11", "kind=eq.goal"];
    const wishes = filters.map((filter) => ({ ...deletes, filter }));
    const [second, both, of] = await listen(host.visitor(), ...wishes);
    await send(
      "POST",
      "rows",
      [11, 12, 13].map((id) => ({ id, kind: "goal" })),
    );
    await send("DELETE", "rows?id=in.(11,12)");
    expect((await second?.next())?.old).toEqual({ id: 12 });
    expect([(await both?.next())?.old, (await both?.next())?.old]).toEqual([{ id: 11 }, { id: 12 }]);
    expect([second?.all.length, of?.all.length]).toEqual([1, 0]);
  });

  it("reaches other subscribers when its policy raises an error, and the log has the reason", async () => {
    const wish = { event: "INSERT", table: "rows" };
    const [player_sees] = await listen(player.api, wish);
    const [visitor_sees] = await listen(host.visitor(), wish);
    await send("POST", "rows", { id: 1, kind: "broken" });
    expect((await visitor_sees?.next())?.new).toMatchObject({ id: 1 });
    await eventually(() =>
      expect(host.log()).toMatch(/division by zero.*cannot read public.rows as authenticated/),
    );
    await send("DELETE", "rows?id=eq.1");
    await send("POST", "rows", { id: 2, kind: "fine" });
    expect((await player_sees?.next())?.new).toEqual({ id: 2, kind: "fine", score: null });
  });

  it("is sent without data if its table has no primary key", async () => {
    const [lines] = await listen(host.visitor(), { event: "INSERT", table: "logs" });
    await send("POST", "logs", { line: "whistle" });
    expect(await lines?.next()).toMatchObject({
      eventType: "INSERT",
      new: {},
      errors: ["Error 400: Bad Request, no primary key"],
    });
    expect(JSON.stringify(lines?.all)).not.toContain("whistle");
  });

  it("is sent without its long values above a megabyte", async () => {
    const [rows] = await listen(host.visitor(), { event: "INSERT", table: "rows" });
    await send("POST", "rpc/write_rows", { _count: 1, _bytes: 1024 * 1024 });
    expect(await rows?.next()).toMatchObject({
      new: { id: 100, kind: "long" },
      errors: ["Error 413: Payload Too Large"],
    });
    expect(JSON.stringify(rows?.all).length).toBeLessThan(1000);
  });

  it("is broadcast by a trigger to permitted members", async () => {
    used.push(player.api);
    const ready = new Inbox<{ message: string }>();
    const channel = player.api.channel("rows-7", {
      config: { private: true, broadcast: { replication_ready: true } },
    });
    const received = new Inbox<{ event: string; payload: Record<string, unknown> }>();
    channel.on("broadcast", { event: "*" }, received.put as never).on("system", {}, ready.put);
    await subscribed(channel);
    expect(await ready.next()).toMatchObject({
      status: "ok",
      extension: "system",
      message: "Replication connection established",
    });
    const outside = await join(host.visitor(), "rows-7");
    await send("POST", "rows", { id: 7, score: 1 });
    await send("PATCH", "rows?id=eq.7", { score: 2 });
    await send("DELETE", "rows?id=eq.7");
    const table = { schema: "public", table: "rows" };
    const [before, after] = [
      { id: 7, kind: null, score: 1, body: null },
      { id: 7, kind: null, score: 2, body: null },
    ];
    const expected = [
      { ...table, operation: "INSERT", record: before, old_record: null },
      { ...table, operation: "UPDATE", record: after, old_record: before },
      { ...table, operation: "DELETE", record: null, old_record: after },
    ];
    for (const payload of expected)
      expect(await received.next()).toMatchObject({ event: payload.operation, payload });
    expect(outside.received.all).toEqual([]);
    await outside.leave();
  });
});
