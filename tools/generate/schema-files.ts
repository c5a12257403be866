/** The files of supabase/schemas, which have the current definition of every object of the database. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SCHEMAS = "supabase/schemas";

/** The schema files of the project in `folder`, in the order in which they are applied. */
export function schemaFiles(folder = "."): string[] {
  return readdirSync(join(folder, SCHEMAS))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => `${SCHEMAS}/${name}`);
}

/** The text of the schema files one after the other, which creates the database of a new club at once. */
export function schemaText(folder = "."): string {
  return schemaFiles(folder)
    .map((file) => `-- ${file}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`)
    .join("\n");
}
