/**
 * What a database has as code and not as history: the functions, views, triggers, policies, grants and comments of the schemas. They are
 * applied whenever they change, so a migration has only what changes stored things: tables, columns, indexes, rows.
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { type Database, DatabaseError } from "../database.ts";
import { HOST_SCHEMA } from "../host-schema.ts";
import { StartError } from "../start-error.ts";
import { matchingFiles } from "./file-patterns.ts";
import { asPostgres, splitStatements, withoutComments } from "./sql-statements.ts";

type Target = Pick<Database, "query" | "script">;

/** What the schemas say. */
export interface Schemas {
  /** All statements, in the order of the files: they make a new database. */
  readonly sql: string;
  /** The statements that are code, in the same order. */
  readonly code: readonly string[];
  /** The objects that the code creates: `function private.tidy`, `trigger NAME on public.matches`, `policy NAME on public.teams`. */
  readonly objects: readonly string[];
  readonly hash: string;
}

/** The code that a database has, if any was applied to it. */
const APPLIED = `
  create table if not exists ${HOST_SCHEMA}.code (
    only_row boolean primary key default true check (only_row), hash text not null, objects text[] not null)`;

/**
 * True if SUPABASE_DIR/schemas.json is { "apply": true }: the host applies the code of `[db.migrations] schema_paths`, and makes new
 * databases of them. Without the file, as on Supabase, the migrations have everything. Throws StartError for another content.
 */
export function appliesSchemas(supabaseDir: string): boolean {
  const path = join(supabaseDir, "schemas.json");
  if (!existsSync(path)) return false;
  const { success, data } = z.object({ apply: z.boolean() }).safeParse(jsonIn(path));
  if (!success) throw new StartError(`${path} is not { "apply": true }.`);
  return data.apply;
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** A statement that can be applied again, unlike one that creates or changes what is stored. */
const CODE =
  /^(?:create (?:or replace )?(?:function|procedure|view|(?:constraint )?trigger|policy)|grant|revoke|comment on|alter default privileges|do) /i;

/** The objects that are dropped before they are created again. Groups: kind, name, table. */
const PART = String.raw`(?:"[a-z_]\w*"|[a-z_]\w*)`;
const NAME = `(${PART}(?:\\.${PART})?)`;
const OBJECTS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["function", new RegExp(`^create (?:or replace )?(?:function|procedure) ${NAME}\\(`, "i")],
  ["view", new RegExp(`^create (?:or replace )?view ${NAME} `, "i")],
  ["trigger", new RegExp(`^create (?:or replace )?(?:constraint )?trigger ${NAME} .*? on ${NAME} `, "i")],
  ["policy", new RegExp(`^create policy ("[^"]+"|${NAME}) on ${NAME} `, "i")],
];

/** Reads the files that match the patterns. Null without files. Throws StartError for code that cannot be recognised. */
export function readSchemas(supabaseDir: string, patterns: readonly string[]): Schemas | null {
  const files = matchingFiles(supabaseDir, patterns).map((file) => ({
    name: relative(supabaseDir, file),
    statements: splitStatements(readFileSync(file, "utf8")),
  }));
  if (files.length === 0) return null;
  const all = files.flatMap(({ statements }) => statements);
  const code = all.filter(isCode);
  const objects = files.flatMap(({ name, statements }) =>
    statements.filter(isCode).flatMap((statement) => objectIn(statement, name)),
  );
  return {
    sql: all.join(";\n"),
    code,
    objects: [...new Set(objects)],
    hash: hash("sha256", code.join(";\n")),
  };
}

function isCode(statement: string): boolean {
  return CODE.test(`${plain(statement)} `);
}

/** The statement in one line, without comments. */
function plain(statement: string): string {
  return withoutComments(statement).replace(/\s+/g, " ").trim();
}

function objectIn(statement: string, file: string): string[] {
  const text = plain(statement);
  if (!/^create /i.test(text)) return [];
  const object = objectCreatedBy(text);
  if (object !== null) return [object];
  throw new StartError(
    `${file}: the name of this object is not one that can be applied again: ${text.slice(0, 80)}`,
  );
}

function objectCreatedBy(text: string): string | null {
  for (const [kind, pattern] of OBJECTS) {
    const [, name, ...rest] = pattern.exec(text) ?? [];
    const table = rest.at(-1);
    if (name) return `${kind} ${folded(name)}${table ? ` on ${folded(table)}` : ""}`;
  }
  return null;
}

/** The name as the catalogue has it: in small letters, unless it is quoted. */
function folded(name: string): string {
  return name.replaceAll(/"([^"]*)"|\w+/g, (part, quoted?: string) => quoted ?? part.toLowerCase());
}

/** The objects of code that these statements of migrations create. */
export function objectsCreatedBy(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => objectCreatedBy(plain(statement)) ?? []);
}

/** Functions that stored things depend on are kept, so each function replaces the one that may be there. */
function replacing(statement: string): string {
  return statement.replace(
    /^((?:--[^\n]*\n|\/\*[\s\S]*?\*\/|\s)*)create (function|procedure) /i,
    "$1create or replace $2 ",
  );
}

/** True if the database has other code. */
export async function codeIsDue(db: Pick<Target, "query">, schemas: Schemas): Promise<boolean> {
  return (await applied(db))?.hash !== schemas.hash;
}

/** Makes a new database of all statements. The caller has applied the bootstrap. */
export async function createFromSchemas(db: Target, schemas: Schemas): Promise<void> {
  await run(db, [schemas.sql]);
  await record(db, schemas);
}

/**
 * All objects of code that the schemas have and have had: of the code that was applied before, or of the migrations if those had it.
 * Others are left alone: an operator has added them.
 */
export async function objectsToReplace(db: Target, { objects }: Schemas): Promise<string[]> {
  const before = (await applied(db))?.objects ?? objectsCreatedBy(await statementsOfMigrations(db));
  return [...new Set([...objects, ...before])];
}

async function statementsOfMigrations(db: Target): Promise<string[]> {
  const rows = await db.query<{ statement: string }>(
    "select unnest(m.statements) as statement from supabase_migrations.schema_migrations m",
  );
  return rows.map(({ statement }) => statement);
}

/** Removes the triggers, policies and views of these names, so that migrations may change what they depend on. */
export async function dropDependentCode(db: Target, names: readonly string[]): Promise<void> {
  await run(db, [dropScript(DEPENDENT_OBJECTS, names)]);
}

/** Applies the code after the migrations, in the same transaction, and removes functions of these names that it no longer has. */
export async function applyCode(db: Target, schemas: Schemas, names: readonly string[]): Promise<void> {
  await run(db, [codeScript(schemas, names)]);
  await record(db, schemas);
}

/** The script that replaces the code of a database by that of the schemas. `names`: all that it may have, and has. */
export function codeScript({ code }: Schemas, names: readonly string[]): string {
  const drops = [dropScript(DEPENDENT_OBJECTS, names), dropScript(FUNCTIONS, names)];
  return [...drops, ...code.map(replacing)].join(";\n\n");
}

/** Executes the statements that the query returns for the names. */
function dropScript(query: string, names: readonly string[]): string {
  const list = names.map((name) => `    '${name.replaceAll("'", "''")}'`).join(",\n");
  return `do $drop$
declare
  statement text;
  named constant text[] := array[
${list}
  ];
begin
  for statement in ${query}
  loop
    execute statement;
  end loop;
end $drop$`;
}

/**
 * What a migration leaves to be computed by functions, which are applied after it: it creates a function private.after_upgrade_NAME(),
 * and the last statement of the code calls and drops all such functions, in the order of their names.
 */
export async function dropStepsAfterUpgrade(db: Target): Promise<void> {
  const steps = await db.query<{ drop: string }>(
    `select 'drop function ' || p.oid::regprocedure as drop from pg_proc p
      where p.pronamespace = to_regnamespace('private') and p.proname like 'after\\_upgrade\\_%'`,
  );
  for (const { drop } of steps) await run(db, [drop]);
}

async function applied(db: Pick<Target, "query">): Promise<{ hash: string; objects: string[] } | null> {
  const [there] = await db.query<{ there: boolean }>(
    `select to_regclass('${HOST_SCHEMA}.code') is not null as there`,
  );
  if (!there?.there) return null;
  const [row] = await db.query<{ hash: string; objects: string }>(
    `select hash, to_json(objects)::text as objects from ${HOST_SCHEMA}.code`,
  );
  return row ? { hash: row.hash, objects: JSON.parse(row.objects) as string[] } : null;
}

async function record(db: Target, { hash: present, objects }: Schemas): Promise<void> {
  await db.script(APPLIED);
  await db.query(
    `insert into ${HOST_SCHEMA}.code (hash, objects) select $1, array(select json_array_elements_text($2::text::json))
     on conflict (only_row) do update set hash = excluded.hash, objects = excluded.objects`,
    [present, JSON.stringify(objects)],
  );
}

/**
 * Runs the statements as one script. A function may call what a later statement creates. The host's event triggers, which take a
 * quarter of the time of a thousand statements, do their work once at the end. Throws StartError for faults of the statements.
 */
async function run(db: Target, statements: readonly string[]): Promise<void> {
  const sql = asPostgres(`set local check_function_bodies = off;\n${statements.join(";\n")}`);
  try {
    await db.script(
      `${eventTriggers("disable")};\n${sql};\nreset check_function_bodies;\n${eventTriggers("enable")}`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new StartError(`The schemas could not be applied: ${error.message} (${error.code}).`);
  }
}

/**
 * A statement that disables the host's event triggers, or enables them and does their work. It does nothing if the user is no superuser
 * (DATABASE_URL): then the host has none.
 */
function eventTriggers(change: "disable" | "enable"): string {
  const work =
    "perform host.follow_publication(); perform pg_notify('pgrst', 'reload schema'); perform pg_notify('realtime_schema', '');";
  return `do $event$
declare
  changed text;
begin
  for changed in select evtname from pg_event_trigger
                  where evtname in ('host_follow_publication', 'pgrst_ddl_watch', 'pgrst_drop_watch') loop
    execute format('alter event trigger %I ${change}', changed);
  end loop;
  ${change === "enable" ? work : ""}
exception when insufficient_privilege then
  null;
end $event$`;
}

/** The statements that remove the triggers, policies and views of the list that exist. */
const DEPENDENT_OBJECTS = `
  select format('drop trigger %I on %I.%I', t.tgname, n.nspname, c.relname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal and t.tgparentid = 0
     and format('trigger %s on %s.%s', t.tgname, n.nspname, c.relname) = any (named)
  union all
  select format('drop policy %I on %I.%I', p.polname, n.nspname, c.relname)
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
   where format('policy %s on %s.%s', p.polname, n.nspname, c.relname) = any (named)
  union all
  select 'drop view ' || string_agg(c.oid::regclass::text, ', ')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'v' and format('view %s.%s', n.nspname, c.relname) = any (named)
  having count(*) > 0`;

/**
 * The statements that remove the functions of the list on which no stored thing depends (a constraint, a default, an index), and all
 * grants on those that stay.
 */
const FUNCTIONS = `
  with found as (
    select p.oid, p.proacl, p.proowner,
           exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
                                             and d.classid <> 'pg_proc'::regclass) as is_used
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where format('function %s.%s', n.nspname, p.proname) = any (named))
  select 'drop routine ' || string_agg(f.oid::regprocedure::text, ', ') from found f where not f.is_used
  having count(*) > 0
  union all
  select format('revoke all on routine %s from %s', f.oid::regprocedure,
                case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
    from found f cross join lateral aclexplode(f.proacl) a
   where f.is_used and a.grantee <> f.proowner`;
