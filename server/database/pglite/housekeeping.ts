/** Autovacuum's job, which PGlite leaves undone: tables that changed much are vacuumed and analyzed, one at a time. */
import type { Database } from "../database.ts";

const EVERY_MS = 60_000;

/** The thresholds are autovacuum's defaults: 50 rows + 20 % dead, or 50 rows + 10 % changed since the last analyze. */
const DUE = `
  select format('%I.%I', s.schemaname, s.relname) as name
    from pg_stat_all_tables s
    join pg_class c on c.oid = s.relid
   where s.schemaname not in ('pg_catalog', 'information_schema', 'pg_toast')
     and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
       or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))`;

/** Returns the function that stops it. A failed round is simply tried again in the next. */
export function startHousekeeping(db: Pick<Database, "query" | "script">): () => void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    await vacuumWhatIsDue(db).catch(() => {});
    running = false;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Other requests get their turn between two tables. Returns the names of the tables it vacuumed. */
export async function vacuumWhatIsDue(db: Pick<Database, "query" | "script">): Promise<string[]> {
  // Counts are kept back for a second and then sent by a timer, which WebAssembly does not have.
  await db.query("select pg_stat_force_next_flush()");
  const due = await db.query<{ name: string }>(DUE);
  for (const { name } of due) await db.script(`vacuum (analyze) ${name}`);
  return due.map(({ name }) => name);
}
