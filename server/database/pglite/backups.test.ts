import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeUnnamed } from "../wire/prepared-statements.ts";
import { backUp } from "./backups.ts";
import { openPglite } from "./open-pglite.ts";
import { startWorker, type WorkerConnection } from "./worker-connection.ts";

describe("a backup", () => {
  const dir = mkdtempSync(join(tmpdir(), "backups-test-"));
  const folder = join(dir, "backups");
  let connection: WorkerConnection;
  const run = (text: string) => connection.send(encodeUnnamed([{ text }]));
  beforeAll(async () => {
    connection = await startWorker({ folder: join(dir, "live"), sync: false, extensions: {} });
    await run("create table results (id int)");
    await run("insert into results values (1), (2)");
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("is a database that opens with what had been committed, while the first goes on", async () => {
    const backup = await backUp(connection, folder, 2);
    await run("insert into results values (3)");
    const dataDir = join(dir, "restored");
    cpSync(backup, join(dataDir, "database"), { recursive: true });
    const restored = await openPglite({ dataDir, sync: false });
    expect(await restored.query("select count(*) as n from results")).toEqual([{ n: 2 }]);
    await restored.close();
    expect((await run("select count(*) from results")).results[0]?.rows).toEqual([["3"]]);
  });

  it("pushes out the oldest, and leaves no half copy behind", async () => {
    const second = await backUp(connection, folder, 2);
    const third = await backUp(connection, folder, 2);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([second, third]);
  });
});
