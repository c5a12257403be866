/** Lets one process migrate at a time. The others wait and then find nothing left to do. */
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.ts";

const WAIT_MS = 100;

/**
 * Runs `work` while holding a lock that all processes of one PostgreSQL see. The lock is held by a separate
 * transaction, because each migration commits on its own, so the pool needs at least two connections.
 */
export async function withMigrationLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const outcome = await db.transaction(null, async (tx) => {
      const [lock] = await tx.query<{ mine: boolean }>(
        "select pg_try_advisory_xact_lock(hashtextextended('supabase_migrations', 0)) as mine",
      );
      return lock?.mine ? { value: await work() } : null;
    });
    if (outcome) return outcome.value;
    await delay(WAIT_MS);
  }
}
