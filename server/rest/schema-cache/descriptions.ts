/** What the OpenAPI document needs in addition to the schema cache: comments and details of columns. */
import type { Caller, Database } from "../../database/database.ts";
import { BASE_TYPE } from "./catalog-sql.ts";

export interface ColumnDescription {
  /** Without length or precision; the base type of a domain. */
  type: string;
  required: boolean;
  description: string | null;
  maxLength: number | null;
  enum: string[] | null;
  /** The target of a single-column foreign key in the same schema. */
  references: { table: string; column: string } | null;
}

export interface SchemaDescription {
  description: string | null;
  /** By name, those on which the caller has any privilege. */
  tables: Record<string, { description: string | null; columns: Record<string, ColumnDescription> }>;
  /** Functions that the caller may execute. */
  routines: Record<string, string | null>;
}

const DESCRIPTION = `
select json_build_object(
  'description', obj_description(n.oid, 'pg_namespace'),
  'tables', (
    select coalesce(json_object_agg(c.relname, json_build_object(
             'description', obj_description(c.oid, 'pg_class'),
             'columns', (
               select coalesce(json_object_agg(a.attname, json_build_object(
                        'type', format_type(${BASE_TYPE("t")}, null),
                        'required', a.attnotnull or t.typtype = 'd' and t.typnotnull,
                        'description', col_description(c.oid, a.attnum),
                        'maxLength', case when t.oid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
                        'references', (
                          select json_build_object('table', r.relname, 'column', ra.attname)
                            from pg_constraint f
                            join pg_class r on r.oid = f.confrelid and r.relnamespace = n.oid
                            join pg_attribute ra on ra.attrelid = r.oid and ra.attnum = f.confkey[1]
                           where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum]
                           order by f.conname limit 1),
                        'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
                      )), '{}')
                 from pg_attribute a join pg_type t on t.oid = a.atttypid
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
           )), '{}')
      from pg_class c
     where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
       and has_table_privilege(c.oid, 'select, insert, update, delete')),
  'routines', (
    select coalesce(json_object_agg(p.proname, p.description), '{}')
      from (select distinct on (proname) proname, obj_description(oid, 'pg_proc') as description
              from pg_proc
             where pronamespace = n.oid and prokind = 'f' and has_function_privilege(oid, 'execute')
             order by proname, oid) p)
)
from pg_namespace n where n.nspname = $1`;

/** Reads with an empty search path, so that every type name includes its schema. */
export async function readDescription(
  db: Database,
  caller: Caller,
  schema: string,
): Promise<SchemaDescription> {
  const emptyPath = { text: "select set_config('search_path', '', true)" };
  const [, found] = await db.run(caller, [emptyPath, { text: DESCRIPTION, params: [schema] }]);
  return JSON.parse(found?.rows[0]?.[0] ?? '{"description":null,"tables":{},"routines":{}}');
}
