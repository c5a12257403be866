import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { useServer } from "../cluster.fixture.ts";
import { ConnectionError } from "../database.ts";
import { rejection } from "../rejection.fixture.ts";
import { Connection } from "./connection.ts";
import { PostgresDatabase } from "./postgres.ts";
import { WriteGuard } from "./write-guard.ts";

describe("an outage", () => {
  const server = useServer();

  it("rejects calls in flight when the server stops, and works again after it starts", async () => {
    const db = server.open();
    const heard: string[] = [];
    const unlisten = await db.listen("whistle", (payload) => heard.push(payload));
    const inFlight = [rejection(db.query("select pg_sleep(60)")), rejection(db.query("select pg_sleep(61)"))];
    const inTransaction = rejection(db.transaction(null, (tx) => tx.query("select pg_sleep(62)")));
    await eventually(async () => {
      const [row] = await server.db.query<{ n: number }>(
        "select count(*) as n from pg_stat_activity where wait_event = 'PgSleep'",
      );
      expect(row?.n).toBe(3);
    });
    expect(db.available).toBe(true);

    await server.stop();
    for (const error of await Promise.all([...inFlight, inTransaction])) {
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(57P01|08006)$/) });
    }
    expect(db.available).toBe(false);
    const waiting = db.query("select 1 as one");

    await server.start();
    expect(await waiting).toEqual([{ one: 1 }]);
    expect(db.available).toBe(true);
    await eventually(async () => {
      await db.query("select pg_notify('whistle', 'back')");
      expect(heard).toContain("back");
    });
    await unlisten();
    await db.close();
  });

  it("becomes available again without a call", async () => {
    const db = server.open();
    await db.query("select 1");
    await server.stop();
    await expect.poll(() => db.available).toBe(false);
    await server.start();
    await expect.poll(() => db.available).toBe(true);
    await db.close();
  });

  it("rejects calls that have waited for some seconds", async () => {
    const db = server.open();
    await db.query("select 1");
    await server.stop();
    const calls = [db.query("select 1"), db.transaction(null, (tx) => tx.query("select 1"))];
    for (const error of await Promise.all(calls.map(rejection)))
      expect(error).toBeInstanceOf(ConnectionError);
    const closed = rejection(db.query("select 1"));
    await db.close();
    expect(await closed).toBeInstanceOf(ConnectionError);
    await server.start();
    await eventually(async () => expect(await server.db.query("select 1 as one")).toEqual([{ one: 1 }]));
  });

  it("rejects the first call immediately if the server cannot be reached", async () => {
    const folder = mkdtempSync(join(tmpdir(), "no-socket-"));
    for (const [connection, code] of [
      [{ host: folder, user: "postgres" }, "08001"],
      ["postgres://postgres@127.0.0.1:1/postgres", "08001"],
      [server.url.replace(/postgres$/, "nowhere"), "08004"],
    ] as const) {
      const db = new PostgresDatabase({ connection, shared: true });
      const error = await rejection(db.query("select 1"));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ code });
      expect(db.available).toBe(false);
      expect(await rejection(db.listen("whistle", () => {}))).toBeInstanceOf(ConnectionError);
      await db.close();
    }
    rmSync(folder, { recursive: true });
  });

  it("serves the first calls with the only connection that the server allows", async () => {
    await server.db.script("create role lone login connection limit 1");
    const connection = server.url.replace("//postgres", "//lone");
    const db = server.open({ connection, connections: 8 });
    const calls = Array.from({ length: 8 }, () => db.query<{ one: number }>("select 1 as one"));
    expect((await Promise.all(calls)).flat()).toEqual(Array(8).fill({ one: 1 }));
    await db.close();
  });

  it("keeps open connections when the server accepts no more", async () => {
    const [limit] = await server.db.query<{ max: number }>(
      "select current_setting('max_connections')::int as max",
    );
    const others = server.open({ connections: limit?.max ?? 0 });
    const db = server.open({ connections: 4 });
    await db.query("select 1");
    const held = Array.from({ length: limit?.max ?? 0 }, () =>
      rejection(others.query("select pg_sleep(0.2)")),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => db.query<{ one: number }>("select 1 as one, pg_sleep(0.01)")),
    );
    expect(answers.every(([row]) => row?.one === 1)).toBe(true);
    expect(db.available).toBe(true);
    expect((await Promise.all(held)).filter(Boolean)).toEqual([]);
    await Promise.all([db.close(), others.close()]);
  });

  it("lets a listener stop whose connection was lost, before its loss was noticed", async () => {
    const db = server.open();
    const unlisten = await db.listen("lost", () => {});
    // In another process while this one waits, so that its connection is lost and it has not read so.
    const terminate = `import pg from "pg";
      const client = new pg.Client(process.argv[1]);
      await client.connect();
      const { rows } = await client.query(
        "select pg_terminate_backend(pid, 60000) as ended from pg_stat_activity where query = 'listen \\"lost\\"'");
      console.log(JSON.stringify(rows));
      await client.end();`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", terminate, server.url]);
    expect(JSON.parse(String(printed))).toEqual([{ ended: true }]);
    await unlisten();
    await db.close();
  });
});

describe("closing the database", () => {
  const server = useServer();

  it("does not fail when the server has gone", async () => {
    const write = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) =>
      done(new Error("EPIPE"));
    const events = { ready() {}, lost() {}, notified() {} };
    const connection = new Connection(new Duplex({ read() {}, write }), new WriteGuard(), events, () => {});
    await connection.close();
    expect(connection.closed).toBe(true);
  });

  it("ends statements and transactions that take long, also at the server", async () => {
    const db = server.open();
    const statement = rejection(db.query("select pg_sleep(3600)"));
    void rejection(
      db.transaction(null, async (tx) => {
        await tx.query("select 1 as open_for_ever");
        await new Promise(() => {});
      }),
    );
    const left = () =>
      server.db.query(
        `select state from pg_stat_activity
          where pid <> pg_backend_pid() and (wait_event = 'PgSleep' or query like '%open_for_ever') order by state`,
      );
    await eventually(async () =>
      expect(await left()).toEqual([{ state: "active" }, { state: "idle in transaction" }]),
    );
    await db.close();
    expect(await statement).toMatchObject({ code: "57014" });
    await eventually(async () => expect(await left()).toEqual([]));
  });
});
