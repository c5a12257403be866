import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../database.ts";
import { vacuumWhatIsDue } from "./housekeeping.ts";
import { openPglite } from "./open-pglite.ts";

describe("what PGlite leaves undone", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "housekeeping-test-"));
  let db: Database;
  beforeAll(async () => {
    db = await openPglite({ dataDir, sync: true });
    await db.script("create table scores (id int, points int, filler text default repeat('x', 200))");
  }, 60_000);
  afterAll(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("is vacuumed and analyzed once a table has changed enough", async () => {
    await db.query("insert into scores select g, 0 from generate_series(1, 1000) g");
    await db.query("update scores set points = 1");
    expect(await vacuumWhatIsDue(db)).toContain("public.scores");
    const [table] = await db.query<{ reltuples: number }>(
      "select reltuples::int from pg_class where relname = 'scores'",
    );
    expect(table?.reltuples).toBe(1000);
    expect(await vacuumWhatIsDue(db)).not.toContain("public.scores");
  });

  it("is checkpointed by the size of its log, which therefore stays small", async () => {
    const before = await redo();
    for (let round = 0; round < 10; round++) {
      await db.query("insert into scores select g, 0 from generate_series(1, 30000) g");
      await db.query("delete from scores");
    }
    expect(await redo()).toBeGreaterThan(before);
    expect(readdirSync(join(dataDir, "database", "pg_wal")).length).toBeLessThan(20);
  });

  /** Where recovery would begin: it moves with each checkpoint. */
  async function redo(): Promise<number> {
    const [control] = await db.query<{ at: string }>(
      "select (redo_lsn - '0/0')::text as at from pg_control_checkpoint()",
    );
    return Number(control?.at);
  }
});
