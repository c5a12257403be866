/** The catalog queries, whose rows are JSON objects. They select what PostgREST's SchemaCache.hs selects. */

const VISIBLE =
  "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_(toast_)?temp'";

/** pg_relation_is_updatable returns one bit per command: 4 update, 8 insert, 16 delete. */
const TAKES = (bit: number) =>
  `case when c.relkind in ('r', 'p') then true when c.relkind in ('v', 'f') then (pg_relation_is_updatable(c.oid, true) & ${bit}) = ${bit} else false end`;

/** The type below all domains of a pg_type row. PostgreSQL 17 has pg_basetype for it. */
export const BASE_TYPE = (type: string) => `case ${type}.typtype when 'd' then (
  with recursive below as (
    select ${type}.typbasetype as id
    union all
    select b.typbasetype from below join pg_type b on b.oid = below.id where b.typtype = 'd'
  )
  select below.id from below join pg_type b on b.oid = below.id where b.typtype <> 'd') else ${type}.oid end`;

/**
 * Partitions are excluded, because they are used through their table. An identity column's default is the next value of
 * its sequence.
 */
export const TABLES = `
select json_build_object(
  'oid', c.oid::bigint, 'schema', n.nspname, 'name', c.relname, 'is_view', c.relkind in ('v', 'm'),
  'may_hide_rows', c.relrowsecurity or c.relkind in ('v', 'f'),
  'takes', json_build_object('insert', ${TAKES(8)}, 'update', ${TAKES(4)}, 'delete', ${TAKES(16)}),
  'columns', coalesce((
    select json_agg(json_build_object(
             'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
             'base', case t.typtype when 'd' then format_type(${BASE_TYPE("t")}, null) end,
             'default', case
               when t.typbasetype <> 0 and d.adbin is null then pg_get_expr(t.typdefaultbin, 0)
               when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname))
               when a.attidentity = '' and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end
           ) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
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
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${VISIBLE}`;

export const FOREIGN_KEYS = `
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

export const VIEWS = `
select json_build_object('oid', c.oid::bigint, 'rule', r.ev_action::text)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_rewrite r on r.ev_class = c.oid
where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${VISIBLE}`;

/**
 * Function settings that apply to the whole transaction of a call, because a limit set inside the function comes too
 * late for the calling statement. PostgREST's default of db-hoisted-tx-settings, without default_transaction_isolation,
 * which would have to be set before the first statement.
 */
const HOISTED = "{statement_timeout,plan_filter.statement_cost_limit}";

/**
 * Functions that a request can name, and computed relationships. `character` and `bit` without a length mean a length
 * of one, so their arguments use the types without a limit.
 */
export const ROUTINES = `
select json_build_object(
  'schema', n.nspname, 'name', p.proname, 'arguments', coalesce(a.list, '[]'), 'callable', coalesce(a.callable, true),
  'returns', case when p.prorettype = 'void'::regtype then 'void'
                  when coalesce(rc.relkind, bc.relkind) is not null or p.proargmodes::text[] && '{t,b,o}' then 'row'
                  else 'scalar' end,
  'returns_set', p.proretset,
  'returns_schema', rn.nspname, 'returns_table', coalesce(rc.relname, bc.relname),
  'of_schema', case when p.pronargs = 1 then fn.nspname end, 'of_table', case when p.pronargs = 1 then fc.relname end,
  'column_type', case when p.pronargs = 1 and fc.oid is not null then format_type(${BASE_TYPE("r")}, null) end,
  'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
  'rows', p.prorows, 'settings', coalesce(s.list, '{}'),
  'tag', substring(obj_description(p.oid, 'pg_proc') from '^@(shared|together)( |$)')
)
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type r on r.oid = p.prorettype
left join pg_class rc on rc.oid = r.typrelid and r.typrelid <> 0
left join pg_type b on b.oid = r.typbasetype and r.typtype = 'd'
left join pg_class bc on bc.oid = b.typrelid and b.typrelid <> 0
left join pg_namespace rn on rn.oid = coalesce(rc.relnamespace, bc.relnamespace)
left join pg_type ft on ft.oid = p.proargtypes[0]
left join pg_class fc on fc.oid = ft.typrelid and ft.typrelid <> 0 and fc.relkind in ('r', 'p', 'v', 'm', 'f')
left join pg_namespace fn on fn.oid = fc.relnamespace
left join lateral (
  select json_agg(json_build_object(
           'name', i.name,
           'type', case format_type(i.type, null)
                     when 'character' then 'character varying' when 'character[]' then 'character varying[]'
                     when 'bit' then 'bit varying' when 'bit[]' then 'bit varying[]'
                     else format_type(i.type, null) end,
           'has_default', i.input > p.pronargs - p.pronargdefaults,
           'variadic', i.mode = 'v'
         ) order by i.position) as list,
         case count(*) filter (where i.name = '')
           when 0 then true
           when 1 then count(*) = 1 and bool_and(i.type = any ('{bytea,json,jsonb,text,xml}'::regtype[]))
           else false end as callable
    from (select u.type, u.position, row_number() over (order by u.position) as input,
                 coalesce(p.proargnames[u.position], '') as name, coalesce(p.proargmodes[u.position], 'i') as mode
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(type, position)
           where coalesce(p.proargmodes[u.position], 'i') in ('i', 'b', 'v')) i
) a on true
left join lateral (
  select json_object_agg(e.name, e.value) as list
    from unnest(p.proconfig) as entry,
         lateral (select split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1)) as e(name, value)
   where e.name = any ('${HOISTED}')
) s on true
where p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and ${VISIBLE}
order by p.proname, p.oid`;

/**
 * Handlers of the project's media types: aggregates over a table's rows or any rows, and functions, whose result is a
 * domain named like the type. Source: PostgREST's SchemaCache.hs, mediaHandlers.
 */
export const MEDIA_HANDLERS = `
select json_build_object(
  'media_type', lower(t.typname), 'is_bytes', t.typbasetype = 'bytea'::regtype, 'is_aggregate', p.prokind = 'a',
  'schema', n.nspname, 'name', p.proname, 'of_schema', cn.nspname, 'of_table', c.relname)
from pg_type t
join pg_proc p on p.prorettype = t.oid
join pg_namespace n on n.oid = p.pronamespace
left join pg_type a on a.oid = p.proargtypes[0] and p.prokind = 'a'
left join pg_class c on c.oid = a.typrelid and a.typrelid <> 0
left join pg_namespace cn on cn.oid = c.relnamespace
where t.typtype = 'd' and (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or t.typname = '*/*') and ${VISIBLE}
  and (p.prokind = 'f' or p.prokind = 'a' and p.pronargs = 1 and (c.oid is not null or a.oid = 'anyelement'::regtype))
order by p.oid`;

/** Casts that present a domain as JSON or read it from JSON or text. Source: PostgREST's SchemaCache.hs, dataRepresentations. */
export const CASTS = `
select json_build_object(
  'source', format_type(c.castsource, null), 'target', format_type(c.casttarget, null), 'is_to_domain', t.typtype = 'd',
  'schema', n.nspname, 'name', p.proname)
from pg_cast c
join pg_type s on s.oid = c.castsource
join pg_type t on t.oid = c.casttarget
join pg_proc p on p.oid = c.castfunc
join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and (s.typtype = 'd' and c.casttarget = 'json'::regtype
    or t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype))`;

/** A role's setting for this database precedes its general setting. Source: PostgREST's Config/Database.hs. */
export const SETTINGS = `
select json_build_object('name', s.name, 'value', s.value)
from (
  select distinct on (e.name) e.name, e.value
    from pg_db_role_setting,
         unnest(setconfig) as entry,
         lateral (select substr(split_part(entry, '=', 1), 7), substr(entry, strpos(entry, '=') + 1)) as e(name, value)
   where setrole = to_regrole('authenticator')::oid and entry like 'pgrst.%'
     and setdatabase in (0, (select oid from pg_database where datname = current_database()))
   order by e.name, setdatabase desc
) s`;
