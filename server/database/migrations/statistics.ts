/**
 * The planner's statistics of tables that autovacuum has not analysed yet. It never analyses a table with fewer than 50
 * new rows, and the planner takes a table without statistics for one of ten pages.
 */
import type { Queryable } from "../database.ts";

/** Rows and no statistics, or statistics from before the first row. */
const FILLED = "(c.reltuples < 0 or c.relpages = 0) and pg_relation_size(c.oid) > 0";
const NEVER_ANALYSED = `(c.reltuples < 0 or ${FILLED})`;
const IS_TABLE = "c.relkind in ('r', 'm')";

/**
 * Analyses the tables that have rows and no statistics: those that migrations and seeds have filled. Empty tables stay
 * without, so that the planner expects them to grow.
 */
export async function analyseFilledTables(db: Queryable): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where ${IS_TABLE} and ${FILLED} and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and c.relpersistence <> 't'`,
  );
  await analyse(db, tables);
}

/** Schema and name of a table. */
export type TableName = readonly [schema: string, table: string];

/**
 * Analyses those of the tables that have no statistics, also empty ones. A table that has statistics is left to
 * autovacuum, so that each is analysed once, however often this is called.
 */
export async function analyseNewTables(db: Queryable, names: readonly TableName[]): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from jsonb_array_elements($1::jsonb) as asked
       join pg_namespace as n on n.nspname = asked ->> 0
       join pg_class as c on c.relnamespace = n.oid and c.relname = asked ->> 1
     where ${IS_TABLE} and ${NEVER_ANALYSED}`,
    [JSON.stringify(names)],
  );
  await analyse(db, tables);
}

async function analyse(db: Queryable, tables: readonly { name: string }[]): Promise<void> {
  if (tables.length === 0) return;
  // Leaves out tables that another session alters or analyses.
  await db.query(`analyze (skip_locked) ${tables.map(({ name }) => name).join(", ")}`);
}
