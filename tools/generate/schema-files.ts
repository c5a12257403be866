/** The files of supabase/schemas, which have the current definition of every object of the database. */
import { relative } from "node:path";
import { loadConfig } from "../../server/config/config.ts";
import { matchingFiles } from "../../server/database/migrations/file-patterns.ts";

export const SCHEMAS = "supabase/schemas";

/** The schema files of the project, in the order in which config.toml applies them. */
export function schemaFiles(): string[] {
  return matchingFiles("supabase", loadConfig("supabase").db.migrations.schema_paths);
}

/** The path of a schema file in the folder of the schemas: `matches/teams.sql`. */
export function nameOfSchema(file: string): string {
  return relative(SCHEMAS, file);
}
