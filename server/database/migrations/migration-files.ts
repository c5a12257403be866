/** The files of SUPABASE_DIR/migrations and what they say. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { splitStatements } from "./sql-statements.ts";

/** `20260101120000_create_teams.sql` has the version 20260101120000 and the name create_teams. */
const FILE = /^(\d+)_(.*)\.sql$/;

/** The name of migrations that have code of the schemas, for projects on Supabase (`npm run supabase-folder`). */
export const APPLIED_CODE = "applied_code";

export interface Migration {
  version: string;
  name: string;
  path: string;
  /** The versions that became this one; empty for most. */
  replaces: readonly string[];
}

/** In the order of their versions; none without the folder. Throws StartError if two have the same version. */
export function migrationsIn(supabaseDir: string): Migration[] {
  const folder = join(supabaseDir, "migrations");
  const found = list(folder)
    .flatMap((file) => {
      const [, version, name] = FILE.exec(file) ?? [];
      const path = join(folder, file);
      return version && name ? [{ version, name, path, replaces: replacedBy(path) }] : [];
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1));
  const second = found.find(({ version }, index) => version === found[index - 1]?.version);
  if (second) {
    const names = found.filter(({ version }) => version === second.version).map(fileOf);
    throw new StartError(`Migrations ${names.join(" and ")} have the same version: rename all but one.`);
  }
  return found;
}

/** A first comment "Replaces 20260101120000, 20260102120000." lists the earlier versions that were merged into a file. */
function replacedBy(path: string): string[] {
  const [, versions = ""] =
    /^-- Replaces ((?:\d{8,},?(?:\s|--)*)+)\./m.exec(readFileSync(path, "utf8").slice(0, 8192)) ?? [];
  return versions.match(/\d+/g) ?? [];
}

/**
 * The versions as the folder has them: those that were merged into one count as that one, if all of them are there.
 * Returns the first that stands alone as `stray`, if only some are.
 */
export function mergedVersions(
  versions: Iterable<string>,
  found: readonly Migration[],
): { versions: Set<string>; merged: Migration[]; stray: string | null } {
  const present = new Set(versions);
  const merged: Migration[] = [];
  for (const migration of found) {
    const there = migration.replaces.filter((version) => present.has(version));
    const [stray] = there;
    if (stray === undefined) continue;
    if (there.length < migration.replaces.length || !present.has(migration.version))
      return { versions: present, merged, stray };
    for (const version of there) present.delete(version);
    merged.push(migration);
  }
  return { versions: present, merged, stray: null };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // a project without migrations yet
  }
}

export function fileOf({ version, name }: Migration): string {
  return `${version}_${name}.sql`;
}

/** The versions of the folder's migrations with the hashes of their statements. */
export function migrationHashes(supabaseDir: string): Map<string, string> {
  return new Map(
    migrationsIn(supabaseDir).map(({ version, path }) => [
      version,
      hashOfStatements(splitStatements(readFileSync(path, "utf8"))),
    ]),
  );
}

/** The same for a migration whatever its layout is. */
export function hashOfStatements(statements: readonly string[]): string {
  return hash("sha256", withoutLayout(statements));
}

/** Most are equal to the letter, and removing the layout of all migrations would take a tenth of a start. */
export function areTheSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join("") === others.join("") || withoutLayout(some) === withoutLayout(others);
}

/** The text without whitespace and semicolons, because the Supabase CLI divides a file into statements differently. */
function withoutLayout(statements: readonly string[]): string {
  return statements.join("").replaceAll(/[\s;]+/g, "");
}
