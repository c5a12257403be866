import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../../tests/engines/open-test-database.ts";
import { startCluster } from "../../../tests/engines/postgres-cluster.ts";
import { eventually } from "../../../tests/eventually.ts";
import { FACT_MS } from "../../../tests/limits.ts";
import { sized } from "../../../tests/long-form.ts";
import { bootstrap } from "../../database/bootstrap.ts";
import type { Database } from "../../database/database.ts";
import { PostgresDatabase } from "../../database/postgres/postgres.ts";
import { bindingsKey, parseBindings } from "./bindings.ts";
import { ChangeFeed } from "./change-feed.ts";
import { identityOf, type Subscriber } from "./subscriber.ts";

/** More than are looked for together, and more rows than are read together. */
const MEMBERS = 230;
const ROWS = 3 * MEMBERS;
/** How often the listening connection ends. */
const RESTARTS = sized({ short: 15, long: 100 });

let database: Database;
let feed: ChangeFeed;
const logged: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase("bootstrapped");
  await database.script(`
    create table public.letters (id int primary key, owner uuid not null);
    alter table public.letters enable row level security;
    create function public.may_read(_owner uuid) returns boolean language plpgsql stable as $$
    begin
      if auth.jwt() ->> 'broken' = 'yes' then raise exception 'this policy fails'; end if;
      return _owner = auth.uid();
    end $$;
    create policy "owners read" on public.letters for select to authenticated using (public.may_read(owner));
    grant select on public.letters to authenticated;
    alter publication supabase_realtime add table public.letters;`);
  feed = new ChangeFeed(database, (event) => logged.push(event));
  await feed.open();
});
afterAll(async () => {
  await feed.close();
  await database.close();
});
beforeEach(() => database.script("delete from public.letters; delete from host.changes"));

const idOf = (member: number) => `00000000-0000-4000-8000-${String(member).padStart(12, "0")}`;

/** A subscriber to the letters of `owner`, and the ids of the rows that it receives. */
function follow(member: number, owner = member, claims: Record<string, string> = {}) {
  const bindings = parseBindings([
    { event: "INSERT", schema: "public", table: "letters", filter: `owner=eq.${idOf(owner)}` },
  ]);
  if (!bindings) throw new Error("invalid bindings");
  const caller = { role: "authenticated", claims: { sub: idOf(member), role: "authenticated", ...claims } };
  const received: number[] = [];
  const subscriber: Subscriber = {
    topic: `realtime:${member}`,
    version: "1.0.0",
    bindings,
    bindingsKey: bindingsKey(bindings),
    caller,
    identity: identityOf(caller),
    send: ({ bytes }) => received.push(JSON.parse(bytes.toString()).payload.data.record.id),
  };
  feed.add(subscriber);
  return { received, stop: () => feed.remove(subscriber) };
}

const write = () =>
  database.query(
    `insert into public.letters select n, ('00000000-0000-4000-8000-' || lpad((n % ${MEMBERS})::text, 12, '0'))::uuid
       from generate_series(0, ${ROWS - 1}) n`,
  );

describe("a statement with rows for each of many members", () => {
  it("sends each member their own rows in order, and nothing to those whom the policies refuse", async () => {
    const members = Array.from({ length: MEMBERS }, (_, member) => follow(member));
    const curious = follow(MEMBERS + 1, 5);
    const broken = follow(7, 7, { broken: "yes" });
    await write();
    await eventually(() => expect(members.at(-1)?.received).toHaveLength(3));
    for (const [member, { received }] of members.entries())
      expect(received).toEqual([member, member + MEMBERS, member + 2 * MEMBERS]);
    expect(curious.received).toEqual([]);
    expect(broken.received).toEqual([]);
    expect(logged).toContain("realtime cannot read public.letters as authenticated");
    for (const { stop } of [...members, curious, broken]) stop();
  });
});

/** Ends the connection that listens, as soon as there is one. */
const endListener = () =>
  eventually(async () => {
    const ended = await database.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
    );
    expect(ended).not.toEqual([]);
  });

describe("a listening connection that ends", () => {
  it("many times while rows change leaves 200 subscribers with every change, in order", async () => {
    const received: number[] = [];
    const members = Array.from({ length: 200 }, () => follow(1));
    for (let change = 0; change < RESTARTS; change++) {
      await endListener();
      await database.query("insert into public.letters values ($1::int, $2::uuid)", [
        String(change),
        idOf(1),
      ]);
      received.push(change);
    }
    await eventually(() => {
      for (const member of members) expect(member.received).toEqual(received);
    });
    for (const { stop } of members) stop();
  });

  it("for longer than changes are kept tells subscribers to read again", async () => {
    let missed = 0;
    const other = new ChangeFeed(
      database,
      () => {},
      () => missed++,
    );
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      await other.open();
      vi.advanceTimersByTime(60_001);
      await database.query("select pg_notify('realtime_changes', 'not a number')");
      await endListener();
      await expect.poll(() => missed).toBe(1);
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });

  it("with its server, whose restart empties the table, tells subscribers to read again", async () => {
    const cluster = await startCluster();
    const own = new PostgresDatabase({ connection: cluster.url("postgres"), shared: false });
    let missed = 0;
    const feed = new ChangeFeed(
      own,
      () => {},
      () => missed++,
    );
    try {
      await bootstrap(own);
      await feed.open();
      await cluster.stopServer();
      await cluster.startServer();
      await expect.poll(() => missed, { timeout: FACT_MS }).toBe(1);
    } finally {
      await feed.close();
      await own.close();
      await cluster.stop();
    }
  });
});
