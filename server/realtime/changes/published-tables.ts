import type { Database } from "../../database/database.ts";

export interface Column {
  name: string;
  /** PostgreSQL's own name of the type: int4, timestamptz, uuid. */
  type: string;
}

/** What is known of a live table. */
export interface Relation {
  oid: string;
  schema: string;
  table: string;
  /** The primary key, in order; a table without one sends nothing that row-level security would have to judge. */
  key: readonly Column[];
  /** The columns that a role may read, in order. */
  readable: Readonly<Record<string, readonly Column[]>>;
  /** The roles all of whose callers see the same rows, so that one look serves them all. */
  uniform: ReadonlySet<string>;
}

interface Row {
  oid: string;
  schema: string;
  table: string;
  row_security: boolean;
  columns: { name: string; type: string; key: boolean; readable_by: string[] }[];
  policies: { permissive: boolean; roles: string[]; qual: string }[];
}

/** A database where no event trigger could be made tells of no change: this is when one is noticed there. */
const REMEMBERED_MS = 60_000;

/** Live tables by their oid, looked up once and forgotten when the schema changes. */
export class Relations {
  #known: Promise<ReadonlyMap<string, Relation>> | null = null;
  #since = 0;

  constructor(private readonly database: Database) {}

  forget(): void {
    this.#known = null;
  }

  all(): Promise<ReadonlyMap<string, Relation>> {
    if (this.#known && performance.now() - this.#since < REMEMBERED_MS) return this.#known;
    const known = this.#load();
    [this.#known, this.#since] = [known, performance.now()];
    // A failed look is not remembered.
    known.catch(() => {
      if (this.#known === known) this.forget();
    });
    return known;
  }

  async #load(): Promise<ReadonlyMap<string, Relation>> {
    const rows = await this.database.query<Row>(LIVE_TABLES);
    return new Map(rows.map((row) => [row.oid, toRelation(row)]));
  }
}

const ROLES = ["anon", "authenticated", "service_role"];

const LIVE_TABLES = `
  select c.oid::text as oid, n.nspname as schema, c.relname as table, c.relrowsecurity as row_security,
    (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname,
        'key', coalesce(a.attnum = any (i.indkey), false),
        'readable_by', (select coalesce(jsonb_agg(r.rolname), '[]') from pg_roles as r
          where r.rolname in ('anon', 'authenticated', 'service_role')
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

function toRelation(row: Row): Relation {
  const named = (keep: (column: Row["columns"][number]) => boolean) =>
    row.columns.filter(keep).map(({ name, type }) => ({ name, type }));
  return {
    oid: row.oid,
    schema: row.schema,
    table: row.table,
    key: named((column) => column.key),
    readable: Object.fromEntries(
      ROLES.map((role) => [role, named((column) => column.readable_by.includes(role))]),
    ),
    uniform: new Set(ROLES.filter((role) => isUniform(row, role))),
  };
}

/**
 * Do the policies of a role look at the row alone? Careful: any function call, subquery or reserved variable counts as
 * looking at the caller, and a policy for a role unknown here counts as one for this role.
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
