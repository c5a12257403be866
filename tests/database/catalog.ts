/** Reads all objects of a database from its catalog, so that two databases can be compared. */
import type { Queryable } from "../../server/database/database.ts";

/** An object, with a text that is equal in two databases exactly if the object is equal. */
export interface CatalogObject {
  /** Kind and qualified name: `policy anyone sees the teams on public.teams`. */
  name: string;
  definition: string;
}

/** Schemas of PostgreSQL and of the migrations' own history. */
const IS_READ = (schema: string): string =>
  `${schema} !~ '^pg_' and ${schema} not in ('information_schema', 'supabase_migrations', 'scoreline_host')`;
const IS_NO_EXTENSIONS = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const COMMENT = (catalog: string, oid: string, column = "0"): string =>
  `(select d.description from pg_description d
     where d.classoid = '${catalog}'::regclass and d.objoid = ${oid} and d.objsubid = ${column})`;
const OWNER = (oid: string): string => `pg_get_userbyid(${oid})`;
/** Objects without granted privileges have the defaults of their kind, which PostgreSQL may store as a list or as null. */
const GRANTS = (acl: string, kind?: string, owner?: string): string =>
  `(select jsonb_agg(a.item order by a.item)
      from (select i::text as item from unnest(${kind ? `coalesce(${acl}, acldefault('${kind}', ${owner}))` : acl}) i) a)`;

/** A query for each kind: kind, name, and its properties as a JSON object. */
const QUERIES: readonly string[] = [
  `select 'schema', n.nspname,
          jsonb_build_object('owner', ${OWNER("n.nspowner")}, 'grants', ${GRANTS("n.nspacl", "n", "n.nspowner")},
            'comment', ${COMMENT("pg_namespace", "n.oid")})
     from pg_namespace n where ${IS_READ("n.nspname")}`,

  `select 'extension', e.extname,
          jsonb_build_object('schema', n.nspname, 'version', e.extversion, 'configuration', e.extcondition)
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,

  `select 'type', format('%I.%I', n.nspname, t.typname),
          jsonb_build_object('kind', t.typtype, 'owner', ${OWNER("t.typowner")},
            'grants', ${GRANTS("t.typacl", "T", "t.typowner")}, 'comment', ${COMMENT("pg_type", "t.oid")},
            'labels', (select jsonb_agg(l.enumlabel order by l.enumsortorder) from pg_enum l where l.enumtypid = t.oid),
            'attributes', (select jsonb_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum)
                             from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped),
            'base', case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end,
            'not null', t.typnotnull, 'default', t.typdefault,
            'collation', (select c.collname from pg_collation c where c.oid = t.typcollation))
     from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class r on r.oid = t.typrelid
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_type", "t.oid")}
      and (t.typtype in ('e', 'd', 'r', 'm') or (t.typtype = 'c' and r.relkind = 'c'))`,

  `select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                         when 'f' then 'foreign table' else 'table' end,
          format('%I.%I', n.nspname, c.relname),
          jsonb_build_object('kind', c.relkind, 'owner', ${OWNER("c.relowner")}, 'persistence', c.relpersistence,
            'grants', ${GRANTS("c.relacl", "r", "c.relowner")}, 'comment', ${COMMENT("pg_class", "c.oid")},
            'row security', c.relrowsecurity, 'forced row security', c.relforcerowsecurity,
            'replica identity', c.relreplident, 'storage parameters', c.reloptions,
            'storage parameters of TOAST', (select t.reloptions from pg_class t where t.oid = c.reltoastrelid),
            'access method', (select m.amname from pg_am m where m.oid = c.relam),
            'partition', pg_get_expr(c.relpartbound, c.oid), 'partition key', pg_get_partkeydef(c.oid),
            'parents', (select jsonb_agg(i.inhparent::regclass::text order by i.inhseqno)
                          from pg_inherits i where i.inhrelid = c.oid),
            'query', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
            'sequence', (select to_jsonb(s) - 'seqrelid' || jsonb_build_object('type', format_type(s.seqtypid, null))
                           from pg_sequence s where s.seqrelid = c.oid))
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_class", "c.oid")}
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,

  `select 'column', format('%I.%I.%I', n.nspname, c.relname, a.attname),
          jsonb_build_object(
            'position', row_number() over (partition by c.oid order by a.attnum),
            'type', format_type(a.atttypid, a.atttypmod), 'not null', a.attnotnull, 'identity', a.attidentity,
            'generated', a.attgenerated, 'default', pg_get_expr(d.adbin, d.adrelid), 'storage', a.attstorage,
            'compression', a.attcompression, 'collation', (select l.collname from pg_collation l where l.oid = a.attcollation),
            'statistics target', nullif(a.attstattarget, -1), 'options', a.attoptions, 'grants', ${GRANTS("a.attacl")},
            'comment', ${COMMENT("pg_class", "c.oid", "a.attnum")})
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_class", "c.oid")}
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,

  `select 'constraint', format('%s on %s', k.conname, coalesce(k.conrelid::regclass::text, k.contypid::regtype::text)),
          jsonb_build_object('definition', pg_get_constraintdef(k.oid), 'validated', k.convalidated,
            'comment', ${COMMENT("pg_constraint", "k.oid")})
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_class", "k.conrelid")} and k.contype <> 't'`,

  // Actions such as "on delete cascade" run in the order of their triggers' names, which end with their ids: that of their creation,
  // unless an id has more digits than the one before. Upgraded clubs have it from history. It matters where the rows of one table change what the deletion of another's finds.
  `select 'order of foreign keys to', t.tgrelid::regclass::text,
          jsonb_build_object('keys', jsonb_agg(k.conname || ' on ' || k.conrelid::regclass order by t.oid))
     from pg_trigger t
     join pg_constraint k on k.oid = t.tgconstraint and k.contype = 'f' and k.confrelid = t.tgrelid and k.confdeltype = 'c'
     join pg_proc p on p.oid = t.tgfoid and p.proname like '%\\_del'
    where k.conrelid::regclass::text in ('subscriptions', 'user_predictions', 'group_members')
    group by t.tgrelid`,

  `select 'index', format('%I.%I', n.nspname, c.relname),
          jsonb_build_object('definition', pg_get_indexdef(c.oid), 'storage parameters', c.reloptions,
            'valid', i.indisvalid, 'clustered', i.indisclustered, 'replica identity', i.indisreplident,
            'statistics targets', (select jsonb_agg(nullif(a.attstattarget, -1) order by a.attnum)
                                     from pg_attribute a where a.attrelid = c.oid),
            'comment', ${COMMENT("pg_class", "c.oid")})
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_class", "i.indrelid")}`,

  `select 'function', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
          jsonb_build_object('kind', p.prokind, 'owner', ${OWNER("p.proowner")},
            'definition', case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end,
            'cost', p.procost, 'rows', p.prorows, 'grants', ${GRANTS("p.proacl", "f", "p.proowner")},
            'comment', ${COMMENT("pg_proc", "p.oid")})
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_proc", "p.oid")}`,

  `select 'trigger', format('%s on %s', t.tgname, t.tgrelid::regclass),
          jsonb_build_object('definition', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled,
            'comment', ${COMMENT("pg_trigger", "t.oid")})
     from pg_trigger t where not t.tgisinternal`,

  `select 'event trigger', t.evtname,
          jsonb_build_object('event', t.evtevent, 'tags', t.evttags, 'function', t.evtfoid::regproc::text,
            'enabled', t.evtenabled, 'owner', ${OWNER("t.evtowner")})
     from pg_event_trigger t`,

  `select 'rule', format('%s on %s', r.rulename, r.ev_class::regclass), jsonb_build_object('definition', pg_get_ruledef(r.oid))
     from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
    where ${IS_READ("n.nspname")} and r.rulename <> '_RETURN'`,

  `select 'policy', format('%s on %I.%I', p.policyname, p.schemaname, p.tablename), to_jsonb(p) from pg_policies p`,

  `select 'default privileges',
          format('of %s on %s in %s', ${OWNER("d.defaclrole")}, d.defaclobjtype, coalesce(n.nspname, 'every schema')),
          jsonb_build_object('grants', ${GRANTS("d.defaclacl")})
     from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,

  `select 'publication', p.pubname,
          to_jsonb(p) - 'oid' - 'pubowner' || jsonb_build_object('owner', ${OWNER("p.pubowner")}, 'tables',
            (select jsonb_agg(jsonb_build_array(t.schemaname, t.tablename, t.attnames, t.rowfilter)
                              order by t.schemaname, t.tablename)
               from pg_publication_tables t where t.pubname = p.pubname))
     from pg_publication p`,

  `select 'statistics', format('%I.%I', n.nspname, s.stxname), jsonb_build_object('definition', pg_get_statisticsobjdef(s.oid))
     from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace`,

  // Roles belong to the whole server, and tests/foreign/blog makes some beside this test.
  `select 'role', r.rolname,
          to_jsonb(r) - 'oid' - 'rolpassword' || jsonb_build_object(
            'member of', (select jsonb_agg(g.rolname || case when m.admin_option then ' (admin)' else '' end order by g.rolname)
                            from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid and g.rolname !~ '^blog_'),
            'settings here', (select s.setconfig from pg_db_role_setting s join pg_database b on b.oid = s.setdatabase
                               where s.setrole = r.oid and b.datname = current_database()))
     from pg_roles r where r.rolname !~ '^(pg|blog)_'`,

  `select 'database', 'settings',
          jsonb_build_object('settings', (select jsonb_agg(s.setconfig) from pg_db_role_setting s
            join pg_database b on b.oid = s.setdatabase where s.setrole = 0 and b.datname = current_database()))`,
];

/** Every object and every row of the database, sorted by name. */
export async function readCatalog(db: Queryable): Promise<CatalogObject[]> {
  const objects: CatalogObject[] = [];
  for (const query of [...QUERIES, ...(await rowQueries(db))]) {
    const found = await db.query<{ kind: string; name: string; properties: object }>(
      `select q.kind, q.name, q.properties from (${query}) q (kind, name, properties)`,
    );
    for (const { kind, name, properties } of found)
      objects.push({ name: `${kind} ${name}`, definition: JSON.stringify(properties, null, 1) });
  }
  return objects.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** A query for each table's rows. Columns that are a time or a random id by default differ from database to database. */
async function rowQueries(db: Queryable): Promise<string[]> {
  const tables = await db.query<{ table: string; text: string; volatile: string }>(
    `select c.oid::regclass::text as table, quote_literal(c.oid::regclass::text) as text,
            coalesce(string_agg(format('- %L', a.attname), ' ') filter (
              where pg_get_expr(d.adbin, d.adrelid) ~ '(now|clock_timestamp|random_uuid)\\(\\)'), '') as volatile
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where ${IS_READ("n.nspname")} and ${IS_NO_EXTENSIONS("pg_class", "c.oid")} and c.relkind = 'r'
      group by c.oid`,
  );
  return tables.map(
    ({ table, text, volatile }) =>
      `select 'row', ${text} || ' ' || (r.row)::text, jsonb_build_object('times', count(*))
         from (select to_jsonb(t) ${volatile} as row from ${table} t) r group by r.row`,
  );
}

/** The objects that differ: `missing NAME`, `additional NAME` or `different NAME` with both definitions. */
export function catalogDifferences(
  expected: readonly CatalogObject[],
  actual: readonly CatalogObject[],
): string[] {
  const left = new Map(expected.map(({ name, definition }) => [name, definition]));
  const right = new Map(actual.map(({ name, definition }) => [name, definition]));
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((name) => {
    const [before, after] = [left.get(name), right.get(name)];
    if (before === after) return [];
    if (after === undefined) return [`missing ${name}`];
    if (before === undefined) return [`additional ${name}`];
    return [`different ${name}\nexpected ${before}\nactual ${after}`];
  });
}
