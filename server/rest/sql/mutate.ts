/** Insert, upsert, update and delete as SQL; each is the body of the `pgrst_source` CTE. */
import type { Payload } from "../plan/mutate-plan.ts";
import type { Preferences } from "../request/preferences.ts";
import type { Logic } from "../request/types.ts";
import type { Column, Table } from "../schema/types.ts";
import { condition } from "./conditions.ts";
import { payloadSql } from "./payload.ts";
import { identifier, type Parameters, qualified } from "./text.ts";

/** The target row's name in every write. */
const ROW = "w";

export interface Insert {
  table: Table;
  payload: Payload;
  columns: readonly Column[];
  conflict: { columns: readonly string[]; resolution: NonNullable<Preferences["resolution"]> } | null;
  useDefaults: boolean;
  returned: readonly string[] | "all";
  /** PUT: only a row that these hold for is written. */
  only: readonly Logic[];
}

export function insertSql(insert: Insert, parameters: Parameters): string {
  const { table, columns, conflict, only } = insert;
  const names = columns.map(({ name }) => identifier(name));
  const rows = payloadSql(insert.payload, columns, insert.useDefaults, "p", parameters);
  const selected = names.map((name) => `p.${name}`).join(", ");
  const where = only.map((logic) => condition({ alias: "p", table, children: [] }, logic, parameters));
  return [
    `insert into ${qualified(table)} as ${ROW}`,
    names.length > 0
      ? ` (${names.join(", ")}) select ${selected} from ${rows}`
      : emptyRows(insert.payload, rows),
    where.length > 0 ? ` where ${where.join(" and ")}` : "",
    conflict === null ? "" : conflictSql(conflict, names),
    returningSql(insert.returned),
  ].join("");
}

/** `{}` is a row of defaults; only VALUES can say so, and only one row at a time. */
function emptyRows(payload: Payload, rows: string): string {
  return payload.isArray ? ` select from ${rows}` : " default values";
}

function conflictSql(
  { columns, resolution }: NonNullable<Insert["conflict"]>,
  written: readonly string[],
): string {
  if (columns.length === 0) return "";
  const target = ` on conflict (${columns.map(identifier).join(", ")})`;
  if (resolution === "ignore-duplicates" || written.length === 0) return `${target} do nothing`;
  return `${target} do update set ${written.map((name) => `${name} = excluded.${name}`).join(", ")}`;
}

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
    return `select ${nothing(update.returned)} from ${qualified(table)} as ${ROW} where false`;
  const set = columns.map(({ name }) => `${identifier(name)} = p.${identifier(name)}`).join(", ");
  const row = payloadSql(update.payload, columns, update.useDefaults, "p", parameters);
  return `update ${qualified(table)} as ${ROW} set ${set} from ${row}${whereSql(update, parameters)}${returningSql(update.returned)}`;
}

export function deleteSql(change: Change, parameters: Parameters): string {
  return `delete from ${qualified(change.table)} as ${ROW}${whereSql(change, parameters)}${returningSql(change.returned)}`;
}

function whereSql({ table, where }: Change, parameters: Parameters): string {
  const conditions = where.map((logic) => condition({ alias: ROW, table, children: [] }, logic, parameters));
  return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
}

function returningSql(returned: readonly string[] | "all"): string {
  return ` returning ${nothing(returned)}`;
}

/** `returning 1` needs no right to read the table. */
function nothing(returned: readonly string[] | "all"): string {
  if (returned === "all") return `${ROW}.*`;
  return returned.length === 0 ? "1" : returned.map((name) => `${ROW}.${identifier(name)}`).join(", ");
}
