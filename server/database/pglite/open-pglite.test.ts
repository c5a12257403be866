import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "./folder-lock.ts";
import { openPglite, PGLITE_POSTGRES } from "./open-pglite.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "pglite-test-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const message = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: Error) => error.message,
  );

describe("a data folder", () => {
  it("keeps what was committed, and knows its version", async () => {
    const first = await openPglite({ dataDir, sync: true });
    await first.script("create table kept (id int); insert into kept values (1)");
    await first.close();
    const second = await openPglite({ dataDir, sync: true });
    expect(await second.query("select id from kept")).toEqual([{ id: 1 }]);
    const [row] = await second.query<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    expect(row?.major).toBe(PGLITE_POSTGRES);
    await second.close();
  }, 60_000);

  it("refuses a second process while the first runs", async () => {
    const unlock = await lockFolder(dataDir);
    expect(await message(openPglite({ dataDir, sync: true }))).toContain("is in use by another process");
    await unlock();
  });

  it("is free again after a process that was killed: its lock is there, but nobody answers", async () => {
    const killed = createServer();
    await new Promise<void>((resolve) => killed.listen(join(dataDir, "before.sock"), resolve));
    await new Promise((resolve) => killed.close(resolve));
    writeFileSync(join(dataDir, "lock.sock"), "");
    const unlock = await lockFolder(dataDir);
    await unlock();
  });

  it("goes to exactly one of two processes that start together", async () => {
    const [first, second] = await Promise.allSettled([lockFolder(dataDir), lockFolder(dataDir)]);
    expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
    for (const outcome of [first, second]) if (outcome?.status === "fulfilled") await outcome.value();
  });

  it("may have a long name", async () => {
    const long = join(dataDir, "x".repeat(120));
    mkdirSync(long);
    const unlock = await lockFolder(long);
    expect(await message(lockFolder(long))).toContain("is in use");
    await unlock();
  });

  it.each([
    [PGLITE_POSTGRES + 1, "written by a newer version"],
    [PGLITE_POSTGRES - 1, "written by an older version"],
  ])("of PostgreSQL %i is refused: %s", async (version, words) => {
    mkdirSync(join(dataDir, "database"));
    writeFileSync(join(dataDir, "database", "PG_VERSION"), `${version}\n`);
    expect(await message(openPglite({ dataDir, sync: true }))).toContain(words);
  });

  it("that cannot be written is told with what to do", async () => {
    writeFileSync(join(dataDir, "file"), "");
    expect(await message(openPglite({ dataDir: join(dataDir, "file", "below"), sync: true }))).toContain(
      "set DATA_DIR",
    );
  });
});
