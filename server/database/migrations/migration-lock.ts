/** Lets one process migrate at a time. The others wait and then find nothing left to do. */
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database.ts";

const WAIT_MS = 100;
/** The server may end transactions that wait or are long, and this one does both. PostgreSQL 15 has only the first setting. */
const UNLIMITED = `select set_config(name, '0', true) from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

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
      if (!lock?.mine) return null;
      await tx.query(UNLIMITED);
      return { value: await work() };
    });
    if (outcome) return outcome.value;
    await delay(WAIT_MS);
  }
}
