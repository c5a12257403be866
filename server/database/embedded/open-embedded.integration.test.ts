import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { migrate } from "../migrations/migrate.ts";
import { dataFolders } from "./cluster.fixture.ts";
import { readLock } from "./postmaster-lock.ts";

const { folder, open } = dataFolders();
/** The id of the server's process whose title contains `word`. */
const childOf = (postmaster: number, word: string): number => {
  const { stdout } = spawnSync("ps", ["--ppid", String(postmaster), "-o", "pid=,args="], {
    encoding: "utf8",
  });
  return Number.parseInt(stdout.split("\n").find((line) => line.includes(word)) ?? "", 10);
};

describe("the server in a data folder", () => {
  it("flushes commits, checks pages, vacuums, and sorts text by code point", async () => {
    const db = await open(await folder());
    const [row] = await db.query(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
              current_setting('autovacuum') as autovacuum, current_setting('timezone') as time_zone,
              array_to_string(array(select name from unnest(array['b', 'Z', 'a', 'É', 'é']) name order by name), ' ') as sorted,
              upper('é') as upper`,
    );
    expect(row).toEqual({
      major: 18,
      checksums: "on",
      fsync: "on",
      synchronous_commit: "on",
      autovacuum: "on",
      time_zone: "UTC",
      sorted: "Z a b É é",
      upper: "É",
    });
  });

  it("keeps committed data", async () => {
    const dataDir = await folder();
    const first = await open(dataDir);
    await first.script("create table kept (id int); insert into kept values (1)");
    await first.close();
    const second = await open(dataDir);
    expect(await second.query("select id from kept")).toEqual([{ id: 1 }]);
  });
});

describe("after a crash the server", () => {
  it("is restarted by the host, which then answers", async () => {
    const dataDir = await folder();
    const log = vi.fn();
    const db = await open(dataDir, { log });
    await db.script("create table kept (id int); insert into kept values (1)");
    const pid = readLock(join(dataDir, "database"))?.pid ?? 0;
    process.kill(pid, "SIGKILL");
    await eventually(() => expect(readLock(join(dataDir, "database"))?.pid).not.toBe(pid));
    await eventually(async () => expect(await db.query("select id from kept")).toEqual([{ id: 1 }]));
    expect(log.mock.calls[0]?.[0]).toBe("the database stopped and is started again");
  });

  it("has every applied migration, however soon it was killed", async () => {
    const dataDir = await folder();
    const supabaseDir = join(dataDir, "supabase");
    mkdirSync(join(supabaseDir, "migrations"), { recursive: true });
    const db = await open(dataDir);
    const migration = (version: string, table: string) =>
      writeFileSync(
        join(supabaseDir, `migrations/${version}_${table}.sql`),
        `create table ${table} (id int)`,
      );
    migration("20260101000000", "grounds");
    await migrate(db, supabaseDir); // the first time it also seeds
    const pid = readLock(join(dataDir, "database"))?.pid ?? 0;
    migration("20260102000000", "stands");
    const walWriter = childOf(pid, "walwriter");
    process.kill(walWriter, "SIGSTOP"); // otherwise it may flush between the migration and the kill
    await migrate(db, supabaseDir);
    for (const killed of [pid, walWriter]) process.kill(killed, "SIGKILL");
    await eventually(() => expect(readLock(join(dataDir, "database"))?.pid).not.toBe(pid));
    await eventually(async () =>
      expect(await db.query("select to_regclass('stands') as stands")).toEqual([{ stands: "stands" }]),
    );
  });
});
