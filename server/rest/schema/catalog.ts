/** Reads PostgreSQL's catalog. With an empty search path, so that every type name carries its schema. */
import type { Database, Statement } from "../../database/database.ts";

export interface CatalogTable {
  schema: string;
  name: string;
  is_view: boolean;
  columns: { name: string; type: string; default: string | null }[];
  primary_key: string[];
  /** Column sets of primary keys and unique constraints. */
  unique_keys: string[][];
}

export interface CatalogForeignKey {
  name: string;
  schema: string;
  table: string;
  columns: string[];
  target_schema: string;
  target_table: string;
  target_columns: string[];
}

export interface CatalogRoutine {
  schema: string;
  name: string;
  arguments: { name: string; type: string; has_default: boolean; variadic: boolean }[];
  returns: "void" | "scalar" | "row";
  returns_set: boolean;
  returns_schema: string | null;
  returns_table: string | null;
  volatility: "immutable" | "stable" | "volatile";
  rows: number;
}

export interface Catalog {
  tables: CatalogTable[];
  foreignKeys: CatalogForeignKey[];
  routines: CatalogRoutine[];
}

const VISIBLE =
  "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_(toast_)?temp'";

const TABLES = `
select json_build_object(
  'schema', n.nspname, 'name', c.relname, 'is_view', c.relkind in ('v', 'm'),
  'columns', coalesce((
    select json_agg(json_build_object(
             'name', a.attname,
             'type', format_type(a.atttypid, a.atttypmod),
             'default', case when a.attidentity = '' and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end
           ) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'),
  'primary_key', coalesce((
    select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k(attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where p.conrelid = c.oid and p.contype = 'p'), '[]'),
  'unique_keys', coalesce((
    select json_agg((select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (u.conkey)))
      from pg_constraint u where u.conrelid = c.oid and u.contype in ('p', 'u')), '[]')
)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${VISIBLE}`;

const FOREIGN_KEYS = `
select json_build_object(
  'name', f.conname, 'schema', n.nspname, 'table', c.relname, 'target_schema', tn.nspname, 'target_table', t.relname,
  'columns', (select json_agg(a.attname order by k.position) from unnest(f.conkey) with ordinality as k(attnum, position)
               join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
  'target_columns', (select json_agg(a.attname order by k.position) from unnest(f.confkey) with ordinality as k(attnum, position)
               join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum)
)
from pg_constraint f
join pg_class c on c.oid = f.conrelid
join pg_namespace n on n.oid = c.relnamespace
join pg_class t on t.oid = f.confrelid
join pg_namespace tn on tn.oid = t.relnamespace
where f.contype = 'f' and f.conparentid = 0 and ${VISIBLE}
order by f.conname`;

/** Functions that a request could name: no triggers, and every input argument named, or a single one without name. */
const ROUTINES = `
select json_build_object(
  'schema', n.nspname, 'name', p.proname,
  'arguments', coalesce((
    select json_agg(json_build_object(
             'name', coalesce(p.proargnames[i.position], ''),
             'type', format_type(i.type, null),
             'has_default', i.input > p.pronargs - p.pronargdefaults,
             'variadic', coalesce(p.proargmodes[i.position] = 'v', false)
           ) order by i.position)
      from (select a.type, a.position, row_number() over (order by a.position) as input
              from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)
             where coalesce(p.proargmodes[a.position], 'i') in ('i', 'b', 'v')) i), '[]'),
  'returns', case when p.prorettype = 'void'::regtype then 'void'
                  when coalesce(rc.relkind, bc.relkind) is not null or p.prorettype = 'record'::regtype
                    or 't' = any (coalesce(p.proargmodes, '{}')) then 'row'
                  else 'scalar' end,
  'returns_set', p.proretset,
  'returns_schema', rn.nspname, 'returns_table', coalesce(rc.relname, bc.relname),
  'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'rows', p.prorows
)
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type r on r.oid = p.prorettype
left join pg_class rc on rc.oid = r.typrelid and r.typrelid <> 0
left join pg_type b on b.oid = r.typbasetype and r.typtype = 'd'
left join pg_class bc on bc.oid = b.typrelid and b.typrelid <> 0
left join pg_namespace rn on rn.oid = coalesce(rc.relnamespace, bc.relnamespace)
where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and ${VISIBLE}
order by p.proname, p.oid`;

export async function readCatalog(db: Database): Promise<Catalog> {
  const emptyPath: Statement = { text: "select set_config('search_path', '', true)" };
  const [, tables, foreignKeys, routines] = await db.run(null, [
    emptyPath,
    { text: TABLES },
    { text: FOREIGN_KEYS },
    { text: ROUTINES },
  ]);
  const objects = <T>(result: typeof tables): T[] =>
    (result?.rows ?? []).map(([json]) => JSON.parse(json ?? "null") as T);
  return { tables: objects(tables), foreignKeys: objects(foreignKeys), routines: objects(routines) };
}
