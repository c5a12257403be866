import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../server/config/config.ts";
import { codeScript, objectsCreatedBy, readSchemas } from "../../server/database/migrations/code.ts";
import { APPLIED_CODE, migrationsIn } from "../../server/database/migrations/migration-files.ts";
import { splitStatements } from "../../server/database/migrations/sql-statements.ts";
import { writeModules } from "../generate/words/generated-words.ts";

const SOURCE = "supabase";
/** What Supabase does not read. */
const LEFT_OUT = new Set(["migrations", "schemas", "schemas.json", "tests"]);
const HASH = /^-- Code ([0-9a-f]{64})$/m;

/** Brings FOLDER/supabase up to date. Returns what it did, in lines for people. Throws StartError for schemas without files. */
export function updateFolder(folder: string): string[] {
  const target = join(folder, "supabase");
  writeModules(); // the functions' own words
  mkdirSync(join(target, "migrations"), { recursive: true });
  for (const name of readdirSync(SOURCE))
    if (!LEFT_OUT.has(name)) cpSync(join(SOURCE, name), join(target, name), { recursive: true });
  const added = migrationsIn(SOURCE).filter(({ path }) => !existsSync(join(folder, path)));
  for (const { path } of added) cpSync(path, join(folder, path));

  const schemas = readSchemas(SOURCE, loadConfig(SOURCE).db.migrations.schema_paths);
  if (schemas === null) throw new Error("There are no schemas.");
  const earlier = migrationsIn(target).filter(({ name }) => name === APPLIED_CODE);
  const texts = earlier.map(({ path }) => readFileSync(path, "utf8"));
  const lines = added.map(({ path }) => `${path} is new`);
  if (added.length === 0 && HASH.exec(texts.at(-1) ?? "")?.[1] === schemas.hash)
    return [...lines, "Nothing has changed."];

  const statements = migrationsIn(target).flatMap(({ path }) => splitStatements(readFileSync(path, "utf8")));
  const names = [...new Set([...schemas.objects, ...objectsCreatedBy(statements)])];
  const file = `supabase/migrations/${versionAfter(migrationsIn(target).at(-1)?.version)}_${APPLIED_CODE}.sql`;
  writeFileSync(
    join(folder, file),
    `-- Functions, views, policies, triggers and grants. Written by npm run supabase-folder: do not edit.
-- Code ${schemas.hash}
set check_function_bodies = off;

${codeScript(schemas, names)};

reset check_function_bodies;
`,
  );
  return [...lines, `${file} has the code of this version`];
}

/** The time in UTC as a version, or the next after `latest`. */
function versionAfter(latest = "0"): string {
  const now = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return now > latest ? now : String(BigInt(latest) + 1n);
}
