/** The engines a bench compares, each migrated and empty. Benches that measure SQL open the database itself; the others go through the URL. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/database/open.ts";
import { startCluster } from "../tests/engines/postgres-cluster.ts";

export async function onEachEngine(measure: (db: Database) => Promise<void>): Promise<void> {
  for (const engine of ["pglite", "postgres"] as const) {
    const folder = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
    const cluster = engine === "postgres" ? await startCluster() : undefined;
    const db = await openDatabase({ url: cluster?.url("postgres"), dataDir: folder });
    try {
      await migrate(db, "supabase");
      await measure(db);
    } finally {
      await db.close();
      cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
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
