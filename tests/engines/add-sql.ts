import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "schemas/more";

/**
 * Adds SQL to a copy of supabase/ as a change of the product would: to the schemas, of which new databases are made and which replace
 * functions, and as a migration, for databases that exist. So functions are written `create or replace`.
 */
export function addSql(supabaseDir: string, version: number, name: string, sql: string): void {
  writeFileSync(join(supabaseDir, "migrations", `${version}_${name}.sql`), sql);
  mkdirSync(join(supabaseDir, FOLDER), { recursive: true });
  writeFileSync(join(supabaseDir, FOLDER, `${version}_${name}.sql`), sql);
  const path = join(supabaseDir, "config.toml");
  const config = readFileSync(path, "utf8");
  if (config.includes(FOLDER)) return;
  const named = config.replace(
    /^schema_paths = \[[^\]]*/m,
    (list) => `${list.replace(/[\s,]*$/, "")}, "./${FOLDER}/*.sql" `,
  );
  if (named === config) throw new Error(`${path} names no schemas.`);
  writeFileSync(path, named);
}
