import { Socket } from "node:net";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { useServer } from "../cluster.fixture.ts";
import type { Queryable } from "../database.ts";
import type { PostgresDatabase } from "./postgres.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const number = async (db: Queryable, n: number) => {
  const [row] = await db.query<{ n: number }>("select $1::int as n", [String(n)]);
  return row?.n;
};
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error) => error.code,
  );

/** The message that ends a batch. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

function batchesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(SYNC); at >= 0; at = bytes.indexOf(SYNC, at + SYNC.length)) count++;
  return count;
}

describe("the pool", () => {
  const server = useServer();

  /** One connection, the number of batches written to it, and of the writes. */
  function openSingle(): { db: PostgresDatabase; written: () => number; writes: () => number } {
    const url = new URL(server.url);
    const socket = new Socket();
    let written = 0;
    let writes = 0;
    socket.once("connect", () => {
      const write = socket.write.bind(socket); // not before: connect() sets it
      vi.spyOn(socket, "write").mockImplementation((bytes: string | Uint8Array) => {
        written += batchesIn(Buffer.from(bytes));
        writes++;
        return write(bytes);
      });
    });
    const db = server.open({
      connections: 1,
      connection: {
        host: url.hostname,
        port: Number(url.port),
        user: url.username,
        database: url.pathname.slice(1),
        stream: () => socket,
      },
    });
    return { db, written: () => written, writes: () => writes };
  }

  /**
   * Calls until batches of this kind count as quick, which takes a while on a busy machine. Returns the number of
   * batches written at once.
   */
  async function writtenAtOnce(
    { written }: ReturnType<typeof openSingle>,
    call: () => Promise<unknown>[],
    atLeast = 2,
  ): Promise<unknown[]> {
    let answers: unknown[] = [];
    await eventually(async () => {
      const before = written();
      const calls = call();
      await endOfTurn();
      const atOnce = written() - before;
      answers = await Promise.all(calls);
      expect(atOnce).toBeGreaterThanOrEqual(atLeast);
    }, 1);
    return answers;
  }

  it("runs other batches while one is slow", async () => {
    const db = server.open({ connections: 2 });
    const slow = await server.db.transaction(null, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(1)");
      const waiting = db.query("select pg_advisory_xact_lock(1)");
      expect(await Promise.all(numbers(200).map((n) => number(db, n)))).toEqual(numbers(200));
      return [waiting];
    });
    await Promise.all(slow);
    await db.close();
  });

  it("pipelines batches when every connection is busy", async () => {
    const single = openSingle();
    const answers = await writtenAtOnce(single, () => numbers(4).map((n) => number(single.db, n)), 4);
    expect(answers).toEqual(numbers(4));
    await single.db.close();
  });

  it("writes the batches of one turn of the event loop together, also one whose statement fails to encode", async () => {
    const single = openSingle();
    const { db } = single;
    await writtenAtOnce(single, () => numbers(4).map((n) => number(db, n)), 4);
    const before = single.writes();
    const calls = [number(db, 1), codeOf(db.query("select '\0'")), number(db, 2)];
    await endOfTurn();
    expect(single.writes() - before).toBe(1);
    expect(await Promise.all(calls)).toEqual([1, "22021", 2]);
    await db.close();
  });

  it("answers what was asked in the turn in which it closes", async () => {
    const db = server.open({ connections: 1 });
    await number(db, 0);
    const asked = [number(db, 1), number(db, 2)];
    await db.close();
    expect(await Promise.all(asked)).toEqual([1, 2]);
  });

  it("does not pipeline behind a batch that was slow the last time", async () => {
    const { db, written } = openSingle();
    const slow = () => db.query("select pg_sleep(0.02)");
    await slow();
    const before = written();
    const calls = [slow(), number(db, 1)];
    await endOfTurn();
    expect(written() - before).toBe(1);
    await Promise.all(calls);
    await db.close();
  });

  it("keeps replies in order", async () => {
    const db = server.open({ connections: 1 });
    const finished: number[] = [];
    await Promise.all(
      numbers(300).map(async (n) => {
        expect(await number(db, n)).toBe(n);
        finished.push(n);
      }),
    );
    expect(finished).toEqual(numbers(300));
    await db.close();
  });

  it("keeps a batch that fails from affecting the batches behind it in the pipeline", async () => {
    const single = openSingle();
    const divide = (by: number) =>
      single.db.query<{ n: number }>("select 6 / $1::int as n", [String(by)]).then(
        ([row]) => row?.n,
        (error) => error.code,
      );
    const answers = await writtenAtOnce(single, () => [divide(1), divide(0), divide(2), divide(0)], 4);
    expect(answers).toEqual([6, "22012", 3, "22012"]);
    await single.db.close();
  });

  it("sends a batch again whose statement another batch of the pipeline failed to prepare", async () => {
    const single = openSingle();
    const { db } = single;
    await db.query("create table kits (id int)");
    await writtenAtOnce(single, () => numbers(2).map((n) => number(db, n)));
    const inOrder = await Promise.all([
      codeOf(db.run(null, [{ text: "select 1/0" }, { text: "select id from kits" }])),
      codeOf(db.run(null, [{ text: "select id from kits" }])),
      codeOf(db.query("select * from no_kits")),
      codeOf(db.query("select * from no_kits")),
    ]);
    expect(inOrder).toEqual(["22012", null, "42P01", "42P01"]);
    await db.close();
  });

  it("prepares stale statements again, also in the middle of a pipeline", async () => {
    const single = openSingle();
    const { db } = single;
    await db.script("create table stands (id int); insert into stands values (1)");
    const all = () => db.query("select * from stands");
    await writtenAtOnce(single, () => numbers(4).map(all), 4);
    await server.db.script("alter table stands add column seats int default 9");
    expect(await Promise.all(numbers(4).map(all))).toEqual(numbers(4).map(() => [{ id: 1, seats: 9 }]));
    expect(await all()).toEqual([{ id: 1, seats: 9 }]);
    await db.close();
  });

  it("skips notices, parameters and notifications between replies", async () => {
    const db = server.open({ connections: 1 });
    await db.script("listen whistle");
    const [told, after] = await Promise.all([
      db.run(null, [
        { text: "do $$ begin raise notice 'offside'; end $$" },
        { text: "set timezone to 'Indian/Mauritius'" },
        { text: "select pg_notify('whistle', 'half time')" },
        { text: "select 1" },
      ]),
      number(db, 2),
    ]);
    expect([told.map(({ command }) => command), told[3]?.rows, after]).toEqual([
      ["DO", "SET", "SELECT", "SELECT"],
      [["1"]],
      2,
    ]);
    await db.close();
  });

  it("reads a value of 10 MB and many rows", async () => {
    const [[long], many] = await Promise.all([
      server.db.query<{ text: string }>("select repeat('né7', 2500000) as text"),
      server.db.query<{ n: number }>("select n, repeat('x', 100) as filler from generate_series(1, 50000) n"),
    ]);
    expect(long?.text === "né7".repeat(2_500_000)).toBe(true);
    expect([many.length, many.at(-1)?.n]).toEqual([50_000, 50_000]);
  });

  it("answers 1,000 concurrent batches", async () => {
    expect(await Promise.all(numbers(1000).map((n) => number(server.db, n)))).toEqual(numbers(1000));
  });

  it("gives a transaction its connection exclusively", async () => {
    const db = server.open({ connections: 1 });
    const order: string[] = [];
    const outside: Promise<unknown>[] = [];
    await db.transaction(null, async (tx) => {
      outside.push(number(db, 1).then(() => order.push("outside")));
      for (const n of numbers(5)) await number(tx, n);
      order.push("inside");
    });
    await Promise.all(outside);
    expect(order).toEqual(["inside", "outside"]);
    await db.close();
  });

  it("does not let a transaction that a script left open reach the next batch", async () => {
    const db = server.open({ connections: 1 });
    await db.script("begin; create table half_built (id int)");
    expect(await db.query("select to_regclass('half_built') as half_built")).toEqual([{ half_built: null }]);
    await db.close();
  });

  it("refuses COPY FROM STDIN instead of waiting for rows", async () => {
    const db = server.open({ connections: 1 });
    expect(await codeOf(db.script("create table gates (id int); copy gates from stdin"))).toBe("0A000");
    expect(await number(db, 1)).toBe(1);
    await db.close();
  });

  it("closes idle connections but one", async () => {
    const db = server.open({ idleMs: 20 });
    const pids: (number | undefined)[] = [];
    let allStarted = () => {};
    const all = new Promise<void>((resolve) => {
      allStarted = resolve;
    });
    const work = async (tx: Queryable) => {
      const [row] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      if (pids.push(row?.pid) === 8) allStarted();
      await all;
    };
    await Promise.all(numbers(8).map(() => db.transaction(null, work)));
    const open = async () => {
      const [row] = await server.db.query<{ n: number }>(
        "select count(*) as n from pg_stat_activity where pid = any ($1::int[])",
        [`{${pids.join()}}`],
      );
      return row?.n;
    };
    await expect.poll(open).toBe(1);
    expect(await number(db, 1)).toBe(1);
    await db.close();
  });

  it("waits on close for queued and running calls, and refuses later ones", async () => {
    const db = server.open({ connections: 2 });
    const calls = [db.query("select pg_sleep(0.05)"), ...numbers(50).map((n) => number(db, n))];
    const work = db.transaction(null, (tx) => number(tx, 50));
    await db.close();
    expect(await Promise.all([...calls.slice(1), work])).toEqual(numbers(51));
    expect(await codeOf(db.query("select 1"))).toBe("08003");
  });

  it("rejects calls in flight when the socket closes, and opens another connection", async () => {
    const url = new URL(server.url);
    const sockets: Socket[] = [];
    const stream = () => {
      sockets.push(new Socket());
      return sockets.at(-1);
    };
    const connection = {
      host: url.hostname,
      port: Number(url.port),
      user: url.username,
      database: "postgres",
      stream,
    };
    const db = server.open({ connections: 1, connection });
    await number(db, 1);
    const cut = codeOf(db.query("select pg_sleep(30)"));
    sockets[0]?.destroy();
    expect([await cut, await number(db, 2), sockets.length]).toEqual(["08006", 2, 2]);
    await db.close();
  });
});
