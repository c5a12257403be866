/** Reads PostgreSQL's catalog with an empty search path, so that every type name includes its schema. */
import type { Database, Statement } from "../../database/database.ts";
import { CASTS, FOREIGN_KEYS, MEDIA_HANDLERS, ROUTINES, SETTINGS, TABLES, VIEWS } from "./catalog-sql.ts";

export interface CatalogTable {
  oid: number;
  schema: string;
  name: string;
  is_view: boolean;
  may_hide_rows: boolean;
  takes: { insert: boolean; update: boolean; delete: boolean };
  columns: { number: number; name: string; type: string; base: string | null; default: string | null }[];
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

/** A view's rule in PostgreSQL's storage form: a pg_node_tree. */
export interface CatalogView {
  oid: number;
  rule: string;
}

export interface CatalogRoutine {
  schema: string;
  name: string;
  arguments: { name: string; type: string; has_default: boolean; variadic: boolean }[];
  /** True if all arguments have names, or the only one without a name has a type that a body can have. */
  callable: boolean;
  returns: "void" | "scalar" | "row";
  returns_set: boolean;
  returns_schema: string | null;
  returns_table: string | null;
  /** The table whose row is the only argument. */
  of_schema: string | null;
  of_table: string | null;
  /** The result's type below all domains, if the function takes a table's row. */
  column_type: string | null;
  volatility: "immutable" | "stable" | "volatile";
  rows: number;
  /** The settings that apply to the whole transaction, under PostgreSQL's names. */
  settings: Record<string, string>;
  /** The word after @ with which the comment begins. */
  tag: "shared" | "together" | null;
}

export interface CatalogMediaHandler {
  media_type: string;
  is_bytes: boolean;
  is_aggregate: boolean;
  schema: string;
  name: string;
  /** The table whose rows an aggregate takes; null for any. */
  of_schema: string | null;
  of_table: string | null;
}

/** An implicit cast by a function between a domain and json or text. */
export interface CatalogCast {
  source: string;
  target: string;
  is_to_domain: boolean;
  /** The function. */
  schema: string;
  name: string;
}

export interface CatalogSetting {
  /** Without `pgrst.` */
  name: string;
  value: string;
}

export interface Catalog {
  tables: CatalogTable[];
  foreignKeys: CatalogForeignKey[];
  views: CatalogView[];
  routines: CatalogRoutine[];
  mediaHandlers: CatalogMediaHandler[];
  casts: CatalogCast[];
  settings: CatalogSetting[];
}

export async function readCatalog(db: Database): Promise<Catalog> {
  const emptyPath: Statement = { text: "select set_config('search_path', '', true)" };
  const queries = [TABLES, FOREIGN_KEYS, VIEWS, ROUTINES, MEDIA_HANDLERS, CASTS, SETTINGS];
  const [, tables, foreignKeys, views, routines, mediaHandlers, casts, settings] = await db.run(null, [
    emptyPath,
    ...queries.map((text) => ({ text })),
  ]);
  const objects = <T>(result: typeof tables): T[] =>
    (result?.rows ?? []).map(([json]) => JSON.parse(json ?? "null") as T);
  return {
    tables: objects(tables),
    foreignKeys: objects(foreignKeys),
    views: objects(views),
    routines: objects(routines),
    mediaHandlers: objects(mediaHandlers),
    casts: objects(casts),
    settings: objects(settings),
  };
}
