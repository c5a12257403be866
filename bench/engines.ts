/** Shared by the benches: data folders for the embedded PostgreSQL, a migrated database, and timing. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/database/open.ts";

/** Calls `work` with an empty data folder and removes the folder afterwards. */
export async function withDataFolder<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
  // As root the embedded server runs as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o711);
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** For benches that measure SQL: the club's migrated, empty database on the embedded PostgreSQL. */
export function withDatabase(measure: (db: Database) => Promise<void>): Promise<void> {
  return withDataFolder(async (dataDir) => {
    const db = await openDatabase({ dataDir });
    try {
      await migrate(db, "supabase");
      await measure(db);
    } finally {
      await db.close();
    }
  });
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
