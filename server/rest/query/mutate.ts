/** SQL of insert, upsert, update and delete: the body of the `pgrst_source` CTE. */
import type { Payload } from "../plan/mutate-plan.ts";
import type { Preferences } from "../request/preferences.ts";
import type { Logic } from "../request/types.ts";
import type { Column, Table } from "../schema-cache/types.ts";
import { identifier, type Parameters, qualified } from "../sql-text.ts";
import { condition } from "./conditions.ts";
import { payloadSql } from "./payload.ts";

/** The alias of the payload's row. The written row has its table's name, which appears in PostgreSQL's errors. */
const BODY = "pgrst_body";

export interface Insert {
  table: Table;
  payload: Payload;
  columns: readonly Column[];
  conflict: { columns: readonly string[]; resolution: NonNullable<Preferences["resolution"]> } | null;
  /** True if the response distinguishes inserted rows from merged ones. */
  reportsInserted: boolean;
  useDefaults: boolean;
  returned: readonly string[] | "all";
  /** For PUT: conditions that the row must meet to be written. */
  only: readonly Logic[];
}

export function insertSql(insert: Insert, parameters: Parameters): string {
  const { table, columns, conflict, only } = insert;
  const names = columns.map(({ name }) => identifier(name));
  const rows = payloadSql(insert.payload, columns, insert.useDefaults, BODY, parameters);
  const selected = names.map((name) => `${BODY}.${name}`).join(", ");
  const where = [
    ...(insert.reportsInserted ? [countInserted(1)] : []),
    ...only.map((logic) => condition({ alias: BODY, table, children: [] }, logic, parameters)),
  ];
  return [
    `insert into ${qualified(table)}`,
    names.length > 0 ? ` (${names.join(", ")})` : "", // `{}` is a row of defaults: insert into … select from …
    ` select ${selected} from ${rows}`,
    where.length > 0 ? ` where ${where.join(" and ")}` : "",
    conflict === null ? "" : conflictSql(conflict, names, insert.reportsInserted),
    ` returning ${returnedSql(table, insert.returned)}`,
  ].join("");
}

function conflictSql(
  { columns, resolution }: NonNullable<Insert["conflict"]>,
  written: readonly string[],
  tells: boolean,
): string {
  if (columns.length === 0) return "";
  const target = ` on conflict (${columns.map(identifier).join(", ")})`;
  if (resolution === "ignore-duplicates" || written.length === 0) return `${target} do nothing`;
  const set = written.map((name) => `${name} = excluded.${name}`).join(", ");
  return `${target} do update set ${set}${tells ? ` where ${countInserted(-1)}` : ""}`;
}

/**
 * A condition that is always true and counts: plus one for each row to insert, minus one for each merged row. RETURNING
 * cannot tell (`xmax`), because a caller may insert without the select privilege. Source: PostgREST's SqlFragment.hs.
 */
function countInserted(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (coalesce(${INSERTED}, 0) + ${step})::text, true) is not null`;
}

/** The number of inserted rows, after the write. */
export const INSERTED = "nullif(current_setting('pgrst.inserted', true), '')::int";

export interface Change {
  table: Table;
  where: readonly Logic[];
  returned: readonly string[] | "all";
}

export interface Update extends Change {
  payload: Payload;
  columns: readonly Column[];
  useDefaults: boolean;
}

export function updateSql(update: Update, parameters: Parameters): string {
  const { table, columns } = update;
  if (columns.length === 0)
    return `select ${returnedSql(table, update.returned)} from ${qualified(table)} where false`;
  const set = columns.map(({ name }) => `${identifier(name)} = ${BODY}.${identifier(name)}`).join(", ");
  const row = payloadSql(update.payload, columns, update.useDefaults, BODY, parameters);
  return `update ${qualified(table)} set ${set} from ${row}${whereSql(update, parameters)} returning ${returnedSql(table, update.returned)}`;
}

export function deleteSql(change: Change, parameters: Parameters): string {
  return `delete from ${qualified(change.table)}${whereSql(change, parameters)} returning ${returnedSql(change.table, change.returned)}`;
}

function whereSql({ table, where }: Change, parameters: Parameters): string {
  const conditions = where.map((logic) =>
    condition({ alias: identifier(table.name), table, children: [] }, logic, parameters),
  );
  return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
}

/** `returning 1` needs no select privilege. */
function returnedSql(table: Table, returned: readonly string[] | "all"): string {
  const row = identifier(table.name);
  if (returned === "all") return `${row}.*`;
  return returned.length === 0 ? "1" : returned.map((name) => `${row}.${identifier(name)}`).join(", ");
}
