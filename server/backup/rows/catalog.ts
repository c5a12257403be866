/** What a backup contains: tables, sequences and settings, read from PostgreSQL's catalog. */
import type pg from "pg";
import { HOST_SCHEMA } from "../../database/host-schema.ts";
import { hashOfStatements } from "../../database/migrations/migration-files.ts";
import type { AppliedMigration, Contents, RoleSetting, Sequence, Table } from "./format.ts";
import { isRestoredSetting } from "./restored-settings.ts";

/**
 * Each connection of a backup or restore. The text of a value must not depend on the server's settings, row-level security
 * must not hide rows without an error, and no limit may end a long copy.
 */
export const PLAIN_TEXT = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = ''; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_min_messages = warning;`;

/** Schemas of a project: neither PostgreSQL's own nor the objects of extensions, which the bootstrap creates. */
const OWN = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_catalog.pg_depend as d
                   where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Reads everything but rows, at the snapshot of the transaction. */
export async function readCatalog(
  client: pg.Client,
): Promise<Omit<Contents, "format" | "version" | "created_at">> {
  const [server] = (
    await client.query<{ version: string }>("select current_setting('server_version') as version")
  ).rows;
  return {
    postgres: server?.version ?? "",
    migrations: await migrationsOf(client),
    seeds: await seedsOf(client),
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
    settings: await settingsOf(client),
  };
}

/** Names of the tables, views, functions and types that a database has already. */
export async function objectsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select pg_catalog.format('%I.%I', n.nspname, c.relname) as name
      from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OWN}
    union
    select pg_catalog.format('%I.%I()', n.nspname, c.proname)
      from pg_catalog.pg_proc as c join pg_catalog.pg_namespace as n on n.oid = c.pronamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and not exists (select from pg_catalog.pg_depend as d
                        where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Unlogged tables have nothing to keep: PostgreSQL empties them after a crash. Columns are in the order of their names,
 * because tables that were upgraded have them in another order than new ones.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, array(
             select a.attname::text from pg_catalog.pg_attribute as a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              order by a.attname collate "C") as columns
      from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and ${OWN}
       and n.nspname <> '${HOST_SCHEMA}' -- what the host has applied, which a restore applies itself
     order by n.nspname collate "C", c.relname collate "C"`);
  return rows;
}

export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string; text: string }>(`
    select n.nspname as schema, c.relname as name, pg_catalog.format('%I.%I', n.nspname, c.relname) as text
      from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OWN}
     order by n.nspname collate "C", c.relname collate "C"`);
  const sequences: Sequence[] = [];
  for (const { schema, name, text } of rows) {
    const state = await client.query<Pick<Sequence, "last_value" | "is_called">>(
      `select last_value::text, is_called from ${text}`,
    );
    sequences.push(...state.rows.map((row) => ({ schema, name, ...row })));
  }
  return sequences;
}

/** Those that a restore sets. */
async function settingsOf(client: pg.Client): Promise<RoleSetting[]> {
  const { rows } = await client.query<RoleSetting>(`
    select r.rolname as role, split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
      from pg_catalog.pg_db_role_setting as s
      join pg_catalog.pg_database as d on d.oid = s.setdatabase and d.datname = pg_catalog.current_database()
      left join pg_catalog.pg_roles as r on r.oid = s.setrole
     cross join lateral unnest(s.setconfig) as entry
     order by 1 nulls first, 2`);
  return rows.filter(({ name }) => isRestoredSetting(name));
}

async function migrationsOf(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ version: string; name: string | null; statements: string[] | null }>(
    "select version, name, statements from supabase_migrations.schema_migrations order by version",
  );
  return rows.map(({ version, name, statements }) => ({
    version,
    name,
    hash: statements === null ? null : hashOfStatements(statements),
  }));
}

async function seedsOf(client: pg.Client): Promise<Contents["seeds"]> {
  const { rows } = await client.query<{ hash: Contents["seeds"] }>(
    `select hash from ${HOST_SCHEMA}.bootstrap where file = 'seed.sql'`,
  );
  return rows[0]?.hash ?? null;
}
