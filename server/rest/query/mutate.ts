/** Insert, upsert, update and delete as SQL; each is the body of the `pgrst_source` CTE. */
import type { Payload } from "../plan/mutate-plan.ts";
import type { Preferences } from "../request/preferences.ts";
import type { Logic } from "../request/types.ts";
import type { Column, Table } from "../schema-cache/types.ts";
import { identifier, type Parameters, qualified } from "../sql-text.ts";
import { condition } from "./conditions.ts";
import { payloadSql } from "./payload.ts";

/** The payload's row; the written row goes by its table's name, so that PostgreSQL's errors speak of it. */
const BODY = "pgrst_body";

export interface Insert {
  table: Table;
  payload: Payload;
  columns: readonly Column[];
  conflict: { columns: readonly string[]; resolution: NonNullable<Preferences["resolution"]> } | null;
  /** Whether the answer tells inserted rows from merged ones. */
  reportsInserted: boolean;
  useDefaults: boolean;
  returned: readonly string[] | "all";
  /** PUT: only a row that these hold for is written. */
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
 * A condition that is always true and counts: each row to insert one up, each that was merged instead one down. RETURNING
 * could not tell (`xmax`), because a caller may insert without the right to read. Source: PostgREST's SqlFragment.hs.
 */
function countInserted(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (coalesce(${INSERTED}, 0) + ${step})::text, true) is not null`;
}

/** How many of the rows written are new, once they are written. */
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

/** `returning 1` needs no right to read the table. */
function returnedSql(table: Table, returned: readonly string[] | "all"): string {
  const row = identifier(table.name);
  if (returned === "all") return `${row}.*`;
  return returned.length === 0 ? "1" : returned.map((name) => `${row}.${identifier(name)}`).join(", ");
}
