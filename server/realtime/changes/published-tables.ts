import type { Database } from "../../database/database.ts";

export interface Column {
  name: string;
  /** PostgreSQL's internal name of the type: int4, timestamptz, uuid. */
  type: string;
}

/** A table of the publication supabase_realtime. */
export interface PublishedTable {
  oid: string;
  schema: string;
  table: string;
  /**
   * The primary key's columns in order. Changes of a table without one are sent without the row, because row-level
   * security cannot be checked.
   */
  key: readonly Column[];
  /** The columns that each role may read, in order. */
  readable: Readonly<Record<string, readonly Column[]>>;
  /** Roles whose callers all see the same rows, so that one check serves all of them. */
  uniformRoles: ReadonlySet<string>;
}

interface Row {
  oid: string;
  schema: string;
  table: string;
  row_security: boolean;
  columns: { name: string; type: string; key: boolean; readable_by: string[] }[];
  policies: { permissive: boolean; roles: string[]; qual: string }[];
}

/**
 * Databases where the host could not create an event trigger do not announce schema changes; there the cache expires.
 */
const CACHE_MS = 60_000;

/** Published tables by oid. Cached until the schema changes. */
export class PublishedTables {
  #tables: Promise<ReadonlyMap<string, PublishedTable>> | null = null;
  #loadedAt = 0;

  constructor(private readonly database: Database) {}

  invalidate(): void {
    this.#tables = null;
  }

  all(): Promise<ReadonlyMap<string, PublishedTable>> {
    if (this.#tables && performance.now() - this.#loadedAt < CACHE_MS) return this.#tables;
    const known = this.#load();
    [this.#tables, this.#loadedAt] = [known, performance.now()];
    // A failed query is not cached.
    known.catch(() => {
      if (this.#tables === known) this.invalidate();
    });
    return known;
  }

  async #load(): Promise<ReadonlyMap<string, PublishedTable>> {
    const rows = await this.database.query<Row>(LIVE_TABLES);
    return new Map(rows.map((row) => [row.oid, toPublishedTable(row)]));
  }
}

const ROLES = ["anon", "authenticated", "service_role"];

const LIVE_TABLES = `
  select c.oid::text as oid, n.nspname as schema, c.relname as table, c.relrowsecurity as row_security,
    (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname,
        'key', coalesce(a.attnum = any (i.indkey), false),
        'readable_by', (select coalesce(jsonb_agg(r.rolname), '[]') from pg_roles as r
          where pg_has_role('authenticator', r.oid, 'member')
            and has_column_privilege(r.oid, c.oid, a.attnum, 'select'))) order by a.attnum), '[]')
      from pg_attribute as a join pg_type as t on t.oid = a.atttypid
      left join pg_index as i on i.indrelid = c.oid and i.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any (p.attnames)) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object('permissive', l.permissive = 'PERMISSIVE', 'roles', to_jsonb(l.roles),
        'qual', coalesce(l.qual, 'true'))), '[]')
      from pg_policies as l where l.schemaname = n.nspname and l.tablename = c.relname and l.cmd in ('SELECT', 'ALL')) as policies
  from pg_publication_tables as p
  join pg_namespace as n on n.nspname = p.schemaname
  join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime' and n.nspname not in ('auth', 'host', 'storage', 'realtime')`;

function toPublishedTable(row: Row): PublishedTable {
  const named = (keep: (column: Row["columns"][number]) => boolean) =>
    row.columns.filter(keep).map(({ name, type }) => ({ name, type }));
  const roles = [...new Set(row.columns.flatMap((column) => column.readable_by))];
  return {
    oid: row.oid,
    schema: row.schema,
    table: row.table,
    key: named((column) => column.key),
    readable: Object.fromEntries(
      roles.map((role) => [role, named((column) => column.readable_by.includes(role))]),
    ),
    uniformRoles: new Set(ROLES.filter((role) => isUniform(row, role))),
  };
}

/**
 * True if the policies of a role depend on the row only. Conservative: any function call, subquery or reserved variable
 * counts as depending on the caller, and a policy for an unknown role counts as a policy for this role.
 */
function isUniform(row: Row, role: string): boolean {
  if (!row.row_security || role === "service_role") return true;
  const direct = row.policies.filter(({ roles }) => roles.includes(role) || roles.includes("public"));
  const possible = row.policies.filter(
    (policy) => direct.includes(policy) || policy.roles.some((name) => !ROLES.includes(name)),
  );
  const open = direct.some(({ permissive, qual }) => permissive && qual === "true");
  if (open && possible.every(({ permissive }) => permissive)) return true;
  return possible.every(({ qual }) => !/[\w"]\s*\(|\b(select|current_\w+|session_user|user)\b/i.test(qual));
}
