/** Plans a write against the schema: the columns to set, the conflict columns and the columns to return. */
import { invalidBody, unknownColumn } from "../errors.ts";
import { type Body, formFields } from "../request/body.ts";
import { rowsOfCsv } from "../request/csv.ts";
import type { Preferences } from "../request/preferences.ts";
import type { QueryParameters } from "../request/types.ts";
import type { Column, Table } from "../schema-cache/types.ts";
import type { ReadNode } from "./read-plan.ts";

export interface Payload {
  /** The original JSON, so that numbers keep every digit. */
  text: string;
  isArray: boolean;
  /** Keys that all objects have. */
  keys: readonly string[];
}

/** The columns to write: `columns=`, else the payload's keys. Throws PGRST204. */
export function writtenColumns(table: Table, payload: Payload, parameters: QueryParameters): Column[] {
  return [...new Set(parameters.columns ?? payload.keys)].map((name) => requireColumn(table, name));
}

/** The conflict columns of an upsert: `on_conflict=`, else the primary key. */
export function conflictColumns(table: Table, parameters: QueryParameters): readonly string[] {
  return parameters.onConflict ?? table.primaryKey;
}

/**
 * The columns of RETURNING. Empty for a minimal response, so that a caller without the select privilege can write.
 * Otherwise only the columns that the response shows, joins or orders by.
 */
export function returnedColumns(
  table: Table,
  preferences: Preferences,
  node: ReadNode,
): readonly string[] | "all" {
  if (preferences.return === "minimal" || preferences.return === null) return [];
  if (preferences.return === "headers-only") return table.primaryKey;
  const names = new Set<string>();
  for (const { field } of node.fields) {
    if (field.name === "*") return "all";
    names.add(field.name);
  }
  for (const { relation, field } of node.order) if (relation === null) names.add(field.name);
  for (const { relationship } of node.children) {
    if (relationship.kind === "computed") return "all";
    const pairs = relationship.kind === "many-to-many" ? relationship.originColumns : relationship.columns;
    for (const [own] of pairs) names.add(own);
  }
  return [...names];
}

/**
 * The rows of a body. With `columnsGiven`, the request names the columns and objects may have different keys. Throws
 * PGRST102 for an unsupported type, an invalid body, or objects with different keys.
 */
export function readPayload({ kind, type, text }: Body, columnsGiven: boolean): Payload {
  switch (kind) {
    case "json":
      return jsonPayload(text, columnsGiven);
    case "csv": {
      const rows = rowsOfCsv(text);
      return { text: JSON.stringify(rows), isArray: true, keys: Object.keys(rows[0] ?? {}) };
    }
    case "form": {
      const row = Object.fromEntries(formFields(text));
      return { text: JSON.stringify(row), isArray: false, keys: Object.keys(row) };
    }
    default:
      throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
}

function jsonPayload(text: string, columnsGiven: boolean): Payload {
  const value = parsedJson(text);
  const isArray = Array.isArray(value);
  if (!isArray && !isObject(value)) return { text: "[]", isArray: true, keys: [] }; // as in PostgREST: no rows
  const rows: unknown[] = isArray ? value : [value];
  const [first = {}] = rows;
  const keys = isObject(first) ? Object.keys(first) : [];
  const sameKeys = rows.every(
    (row) =>
      isObject(row) &&
      (columnsGiven || (Object.keys(row).length === keys.length && keys.every((key) => key in row))),
  );
  if (!sameKeys) throw invalidBody("All object keys must match");
  return { text, isArray, keys };
}

/** Throws PGRST102. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (!column) throw unknownColumn(table.name, name);
  return column;
}
