/**
 * What a backup may ask for. A restore runs as a superuser, and the writer of the file chose every name and value in it: tables and
 * sequences are those that the migrations create, settings are of a list, and rows that the database executes are
 * those of the migrations.
 */
import pg from "pg";
import { sequencesOf, tablesOf } from "./catalog.ts";
import { BackupError, type Contents, type RoleSetting } from "./format.ts";
import { isRestoredSetting } from "./restored-settings.ts";

/**
 * True for a setting of the list, of this database or of a role in it that exists and has no rights of PostgreSQL itself. A
 * restore skips others: earlier versions wrote every setting into a backup, and servers such as Supabase set their own.
 */
export async function isAllowedSetting(
  client: pg.Client,
  { role, name, value }: RoleSetting,
): Promise<boolean> {
  if (!isRestoredSetting(name)) return false;
  if (name.toLowerCase() === "search_path" && namesIn(value) === null) return false;
  if (role === null) return true;
  const { rowCount } = await client.query(
    "select from pg_catalog.pg_roles where rolname = $1 and not rolsuper and rolname !~ '^pg_'",
    [role],
  );
  return rowCount === 1;
}

/** Names a setting of the file in printable text. */
export function nameOfSetting({ role, name }: RoleSetting): string {
  return role === null ? shown(name) : `${shown(name)} of ${shown(role)}`;
}

/** Call it in the transaction of the restore, after the migrations. Throws BackupError for a name that they do not create. */
export async function expectKnownNames(client: pg.Client, contents: Contents): Promise<void> {
  const tables = new Map((await tablesOf(client)).map((table) => [nameOf(table), new Set(table.columns)]));
  for (const table of contents.tables) {
    const columns = tables.get(nameOf(table));
    if (columns === undefined) throw refused(`it has the table ${nameOf(table)}, or has it twice`);
    tables.delete(nameOf(table));
    for (const column of table.columns)
      if (!columns.delete(column))
        throw refused(`${nameOf(table)} has the column ${shown(column)}, or has it twice`);
  }
  const sequences = new Set((await sequencesOf(client)).map(nameOf));
  for (const sequence of contents.sequences)
    if (!sequences.has(nameOf(sequence))) throw refused(`it has the sequence ${nameOf(sequence)}`);
}

/** The SQL and the names of edge functions that the project's scheduler runs. Null for a project without it. */
export async function scheduledWork(client: pg.Client): Promise<Set<string> | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('private.jobs') is not null as there",
  );
  if (!rows[0]?.there) return null;
  const work = await client.query<{ work: string }>(
    "select coalesce(query, 'function ' || edge_function) as work from private.jobs",
  );
  return new Set(work.rows.map((row) => row.work));
}

/** `allowed` is the work before the rows were loaded. Throws BackupError if they have other work. */
export async function expectScheduledWork(client: pg.Client, allowed: Set<string> | null): Promise<void> {
  for (const work of (await scheduledWork(client)) ?? [])
    if (!allowed?.has(work)) throw refused(`its scheduled jobs run ${shown(work)}`);
}

/** `alter role ... set` with every name and value quoted. `database` is the name of the current one. */
export function settingStatement({ role, name, value }: RoleSetting, database: string): string {
  const of = `database ${pg.escapeIdentifier(database)}`;
  const whose = role === null ? of : `role ${pg.escapeIdentifier(role)} in ${of}`;
  const setting = name.split(".").map(pg.escapeIdentifier).join(".");
  const values = name.toLowerCase() === "search_path" ? (namesIn(value) ?? []) : [value];
  return `alter ${whose} set ${setting} to ${(values.length === 0 ? [""] : values).map(pg.escapeLiteral).join(", ")}`;
}

/** The names of a list that PostgreSQL stores as it is written, such as `"$user", public`; null for another text. */
export function namesIn(list: string): string[] | null {
  const one = '(?:"(?:[^"]|"")*"|[a-z_][a-z0-9_$]*)';
  if (list.trim() === "") return [];
  if (!new RegExp(`^\\s*${one}(?:\\s*,\\s*${one})*\\s*$`).test(list)) return null;
  return (list.match(new RegExp(one, "g")) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return shown(`${schema}.${name}`);
}

/** A text of the file in one short line, without control characters. */
function shown(text: string): string {
  const line = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, "?");
  return /^"[\w.]{1,130}"$/.test(line) ? line.slice(1, -1) : line.slice(0, 130);
}

function refused(reason: string): BackupError {
  return new BackupError(
    `The backup is refused, because ${reason}, which no project of this version has. Nothing was changed.`,
  );
}
