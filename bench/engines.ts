/** Shared by the benches: data folders for the embedded PostgreSQL, migrated databases, clubs, and timing. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../server/database/database.ts";
import { openDatabase } from "../server/database/open.ts";
import { migrateClub } from "../tests/engines/migrate-club.ts";
import { fillBigClub } from "./clubs/big-club.ts";

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
      await migrateClub(db);
      await measure(db);
    } finally {
      await db.close();
    }
  });
}

/**
 * Calls `work` with a data folder that has the club of `fillBigClub`, which no host has served. The benches of one `npm run bench` that
 * need it share one filling: BENCH_FOLDER, which the run empties, keeps a copy.
 */
export function withBigClub(work: (dataDir: string) => Promise<void>): Promise<void> {
  const { BENCH_FOLDER } = process.env;
  const kept = BENCH_FOLDER && join(BENCH_FOLDER, "big-club");
  const copy = (from: string, to: string) => execFileSync("cp", ["-a", "--reflink=auto", from, to]);
  return withDataFolder(async (folder) => {
    const dataDir = join(folder, "club");
    if (kept && existsSync(kept)) copy(kept, dataDir);
    else {
      const db = await openDatabase({ dataDir });
      try {
        await migrateClub(db);
        await fillBigClub(db);
      } finally {
        await db.close();
      }
      if (kept) copy(dataDir, kept);
    }
    await work(dataDir);
  });
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
