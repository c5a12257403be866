import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { useServer } from "./cluster.fixture.ts";
import { DatabaseError } from "./database.ts";
import { rejection } from "./rejection.fixture.ts";

describe("the database", () => {
  const server = useServer();

  beforeAll(async () => {
    await server.db.script(`
      create role authenticated nologin;
      create table goals (id int primary key, scorer text);
      alter table goals enable row level security;
      create policy "own goals only" on goals to authenticated using (scorer = current_setting('request.jwt.claims')::json->>'sub');
      grant select on goals to authenticated;`);
  });
  beforeEach(() => server.db.script("delete from goals"));

  it("parses numbers, booleans and json, and returns everything else as text", async () => {
    const [row] = await server.db.query(
      "select 1 as i, 2.5::float8 as f, true as b, '{\"a\":[1]}'::jsonb as j, 9007199254740993 as big, 1.50 as n, null as nothing, current_date is null as d",
    );
    expect(row).toEqual({
      i: 1,
      f: 2.5,
      b: true,
      j: { a: [1] },
      big: "9007199254740993",
      n: "1.50",
      nothing: null,
      d: false,
    });
  });

  it("accepts any text as a parameter", async () => {
    const text = `'"\\ %s $1 {a,b} é 🏟️ \n`;
    const [row] = await server.db.query<{ text: string }>("select $1::text as text", [text]);
    expect(row?.text).toBe(text);
  });

  it("runs several statements as one transaction, which the first error rolls back", async () => {
    const error = await rejection(
      server.db.run(null, [
        { text: "insert into goals values (1, 'ann')" },
        { text: "insert into goals values (1, 'bob')" },
      ]),
    );
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({
      code: "23505",
      constraint: "goals_pkey",
      details: "Key (id)=(1) already exists.",
    });
    expect(await server.db.query("select * from goals")).toEqual([]);
  });

  it("returns command tags and counts", async () => {
    const results = await server.db.run(null, [
      { text: "insert into goals values (1, 'ann'), (2, 'bob')" },
      { text: "update goals set scorer = $1 where id = $2::int", params: ["cleo", "2"] },
      { text: "select id from goals order by id" },
    ]);
    expect(results.map(({ command, rowCount }) => `${command} ${rowCount}`)).toEqual([
      "INSERT 2",
      "UPDATE 1",
      "SELECT 2",
    ]);
    expect(results[2]?.rows).toEqual([["1"], ["2"]]);
  });

  it("runs with the caller's role and claims, and afterwards as the host", async () => {
    await server.db.script("insert into goals values (1, 'ann'), (2, 'bob')");
    const select = { text: "select id, current_user from goals" };
    const [asAnn] = await server.db.run({ role: "authenticated", claims: { sub: "ann" } }, [select]);
    const [asBob] = await server.db.run({ role: "authenticated", claims: { sub: "bob" } }, [select]);
    const [asHost] = await server.db.run(null, [
      { text: "select count(*) from goals where current_user <> 'authenticated'" },
    ]);
    expect([asAnn?.rows, asBob?.rows, asHost?.rows]).toEqual([
      [["1", "authenticated"]],
      [["2", "authenticated"]],
      [["2"]],
    ]);
  });

  it("passes the request's settings to SQL for that transaction only", async () => {
    const read = { text: "select current_setting('request.path', true)" };
    const [inside] = await server.db.run(
      { role: "authenticated", claims: {}, settings: { "request.path": "/rest/v1/x" } },
      [read],
    );
    const [after] = await server.db.run(null, [read]);
    expect([inside?.rows[0]?.[0], after?.rows[0]?.[0] || null]).toEqual(["/rest/v1/x", null]);
  });

  it("commits a transaction whose work resolves, and rolls back one whose work throws", async () => {
    await server.db.transaction(null, (tx) => tx.query("insert into goals values (1, 'ann')"));
    const error = await rejection(
      server.db.transaction(null, async (tx) => {
        await tx.query("insert into goals values (2, 'bob')");
        throw new Error("half-time");
      }),
    );
    expect(error).toMatchObject({ message: "half-time" });
    expect(await server.db.query("select id from goals")).toEqual([{ id: 1 }]);
  });

  it("refuses a statement after its transaction has ended", async () => {
    const tx = await server.db.transaction(null, async (open) => ({ open }));
    expect(await rejection(tx.open.query("select 1"))).toMatchObject({
      message: "The transaction has ended",
    });
  });

  it("works after an error inside a transaction", async () => {
    await rejection(server.db.transaction(null, (tx) => tx.query("select nothing")));
    expect(await server.db.query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("works after a transaction with an invalid caller", async () => {
    const caller = { role: "authenticated", claims: {}, settings: { "realtime.topic": "a\0b" } };
    for (const named of [caller, { ...caller, role: "nobody", settings: {} }]) {
      const error = await rejection(server.db.transaction(named, (tx) => tx.query("select 1")));
      expect(error).toBeInstanceOf(DatabaseError);
      expect(await server.db.query("select 1 as one")).toEqual([{ one: 1 }]);
    }
  });

  it("answers all of many concurrent statements, including failing ones", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        server.db
          .query<{ n: number }>(
            n % 4 === 0 ? `select wrong_${n % 3}` : "select $1::int as n",
            n % 4 === 0 ? [] : [String(n)],
          )
          .then(
            ([row]) => row?.n,
            (error: DatabaseError) => error.code,
          ),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => (n % 4 === 0 ? "42703" : n)));
  });

  it("reads a table whose columns changed since the statement was prepared", async () => {
    await server.db.script("create table pitches (id int); insert into pitches values (1)");
    await server.db.query("select * from pitches");
    await server.db.script("alter table pitches add column name text default 'home'");
    expect(await server.db.query("select * from pitches")).toEqual([{ id: 1, name: "home" }]);
    await server.db.script("drop table pitches");
  });

  it("prepares more statements than it keeps", async () => {
    for (let n = 0; n < 600; n++) await server.db.query(`select ${n} as n`);
    expect(await server.db.query("select 0 as n")).toEqual([{ n: 0 }]);
  });

  it("receives notifications until it stops listening", async () => {
    const received: string[] = [];
    let arrived = (): void => {};
    const next = () =>
      new Promise<void>((resolve) => {
        arrived = resolve;
      });
    const stop = await server.db.listen("whistle", (payload) => {
      received.push(payload);
      arrived();
    });
    const first = next();
    await server.db.query("select pg_notify('whistle', 'kick-off')");
    await first;
    await stop();
    await server.db.query("select pg_notify('whistle', 'full time')");
    expect(received).toEqual(["kick-off"]);
  });

  it("survives connections that the server ends while idle, busy and listening", async () => {
    const heard: string[] = [];
    const stop = await server.db.listen("whistle", (payload) => heard.push(payload));
    const busy = rejection(server.db.query("select pg_sleep(30)"));
    const other = server.open();
    await eventually(async () => {
      const [row] = await other.query<{ n: number }>(
        "select count(*) as n from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
      );
      expect(row?.n).toBe(1);
    });
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    expect(await busy).toMatchObject({ code: expect.stringMatching(/^57P01|08006$/) });
    await eventually(async () => expect(await server.db.query("select 1 as one")).toEqual([{ one: 1 }]));
    await eventually(async () => {
      await other.query("select pg_notify('whistle', 'back')");
      expect(heard).toContain("back");
    });
    await stop();
    await other.close();
  });

  describe("with a caller", () => {
    const reader = { role: "authenticated", claims: {} };
    const sleep = (seconds: string) => ({ text: "select pg_sleep($1::float8)", params: [seconds] });

    it("cancels a statement at the time limit without limiting the next batch of the connection", async () => {
      const db = server.open({ connections: 1, callerLimitMs: 50 });
      expect(await rejection(db.run(reader, [sleep("30")]))).toMatchObject({ code: "57014" });
      const inTransaction = db.transaction(reader, (tx) => tx.query("select pg_sleep(30)"));
      expect(await rejection(inTransaction)).toMatchObject({ code: "57014" });
      await db.run(null, [sleep("0.2")]);
      const [left] = await db.query("select current_setting('statement_timeout') as limit");
      expect(left).toEqual({ limit: "0" });
      await db.close();
    });

    it("lets a statement with a longer limit finish", async () => {
      const db = server.open({ connections: 1, callerLimitMs: 50 });
      const patient = { ...reader, settings: { statement_timeout: "1min" } };
      const [slept, limit] = await db.run(patient, [
        sleep("0.2"),
        { text: "select current_setting('statement_timeout')" },
      ]);
      expect([slept?.rowCount, limit?.rows]).toEqual([1, [["1min"]]]);
      await db.close();
    });
  });

  it("refuses writes on every connection with the given message until they are allowed again", async () => {
    const db = server.open({ connections: 3 });
    const write = () => rejection(db.query("insert into goals values (1, 'ann')"));
    const full = { code: "53100", message: "The disk is nearly full" };
    await db.query("select 1");
    await db.refuseWrites(full.message);
    const refused = await Promise.all([
      ...Array.from({ length: 10 }, write),
      rejection(db.transaction(null, (tx) => tx.query("delete from goals"))),
      rejection(db.script("insert into goals values (2, 'bob')")),
    ]);
    for (const error of refused) {
      expect(error).toBeInstanceOf(DatabaseError);
      expect(error).toMatchObject(full);
    }
    expect(await db.query("select * from goals")).toEqual([]);
    await db.refuseWrites(null);
    expect(await write()).toBeNull();
    await db.close();
  });

  it("names the full disk for a write that was refused just before writes were allowed again", async () => {
    const db = server.open({ connections: 1 });
    await db.query("select 1");
    await db.refuseWrites("The disk is nearly full");
    const refused = rejection(db.query("insert into goals values (1, 'ann')"));
    await db.refuseWrites(null);
    expect(await refused).toMatchObject({ code: "53100", message: "The disk is nearly full" });
    await db.close();
  });

  it("reports a full disk, and passes on the error of a read-only transaction", async () => {
    const diskFull = vi.fn();
    const db = server.open({ diskFull });
    const raise = "do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$";
    expect(await rejection(db.script(raise))).toMatchObject({ code: "53100" });
    expect(diskFull.mock.calls).toEqual([["statement"]]);
    const readOnly = db.run(null, [{ text: "set transaction read only" }, { text: "delete from goals" }]);
    expect(await rejection(readOnly)).toMatchObject({ code: "25006" });
    await db.close();
  });

  it("runs a script as one transaction", async () => {
    await rejection(server.db.script("insert into goals values (7, 'x'); select wrong"));
    expect(await server.db.query("select * from goals")).toEqual([]);
  });

  it("refuses a name that contains NUL", async () => {
    expect(await rejection(server.db.query('select 1 as "a\0b"'))).toMatchObject({ code: "22021" });
  });
});
