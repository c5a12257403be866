/** Fills a new database with the rows of `[db.seed] sql_paths`. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Database } from "../database.ts";
import { HOST_SCHEMA } from "../host-schema.ts";
import { StartError } from "../start-error.ts";
import { matchingFiles } from "./file-patterns.ts";
import { isFaultOfSql, remedyOf } from "./sql-faults.ts";
import { asPostgres } from "./sql-statements.ts";

/** Written before a new database's first migration, so that a start that is cut short still seeds at the next. */
export const SEED_DUE = `insert into ${HOST_SCHEMA}.bootstrap (file, hash) values ('seed.sql', 'due') on conflict do nothing`;

/**
 * Returns true if it applied the seeds. All are applied in one transaction, so that a start that is cut short never
 * applies some of them twice.
 */
export async function seedIfDue(
  db: Database,
  supabaseDir: string,
  patterns: readonly string[],
): Promise<boolean> {
  const due = await db.query(`select from ${HOST_SCHEMA}.bootstrap where file = 'seed.sql' and hash = 'due'`);
  if (due.length === 0) return false;
  const files = matchingFiles(supabaseDir, patterns);
  const sql = files.map((path) => `${asPostgres(readFileSync(path, "utf8"))};\n`).join("");
  try {
    await db.script(`${sql}update ${HOST_SCHEMA}.bootstrap set hash = 'applied' where file = 'seed.sql'`);
    return true;
  } catch (error) {
    if (!isFaultOfSql(error)) throw error;
    const names = files.map((path) => relative(supabaseDir, path)).join(", ");
    throw new StartError(
      `The seed (${names}) failed and was rolled back: ${error.message} (${error.code}).${remedyOf(error) || " Correct it and start again."}`,
    );
  }
}
