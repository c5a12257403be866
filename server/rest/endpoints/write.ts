/** POST, PATCH, PUT and DELETE of a table or view. */
import type { Result } from "../../database/database.ts";
import { GUARDS } from "../database-errors.ts";
import { invalidPutFilters, noWhere, putMismatch, putWithLimit, unknownMethod } from "../errors.ts";
import { conflictColumns, readPayload, returnedColumns, writtenColumns } from "../plan/mutate-plan.ts";
import { planRead, type ReadNode } from "../plan/read-plan.ts";
import type { Logic } from "../request/types.ts";
import type { SchemaCache, Table } from "../schema/types.ts";
import { bodySql, guardSql, WRITTEN } from "../sql/answer.ts";
import { deleteSql, insertSql, updateSql } from "../sql/mutate.ts";
import { rowsSql, SOURCE } from "../sql/read.ts";
import { identifier, literal, Parameters } from "../sql/text.ts";
import { type Answer, cell, headersOf, type Plan, type RestRequest } from "./plan.ts";

export function planTableWrite(cache: SchemaCache, table: Table, request: RestRequest): Plan {
  const root = planRead(cache, table, request.parameters, null);
  const where = root.where; // filters of the table itself say what to write, not what to show
  root.where = [];
  root.range = { offset: 0, limit: null };
  const parameters = new Parameters();
  const source = sourceSql(table, request, root, where, parameters);
  const shows = request.preferences.return === "representation";
  const columns = [
    shows ? bodySql(request.type, "rows") : "null",
    WRITTEN,
    request.method === "POST" && request.preferences.return === "headers-only" ? keySql(table) : "null",
    ...guards(request),
  ];
  const rows = shows ? `from (${rowsSql(root, parameters, SOURCE)}) as r` : "";
  const text = `with ${SOURCE} as (${source}) select ${columns.join(", ")} ${rows}`;
  return {
    statements: [{ text, params: parameters.values }],
    answer: ([result]) => answer(table, request, result),
  };
}

function sourceSql(
  table: Table,
  request: RestRequest,
  root: ReadNode,
  where: readonly Logic[],
  parameters: Parameters,
): string {
  const { parameters: asked, preferences, body, method } = request;
  const returned = returnedColumns(table, preferences, root);
  const useDefaults = preferences.missing === "default";
  switch (method) {
    case "POST": {
      const payload = readPayload(body, asked.columns !== null);
      const columns = writtenColumns(table, payload, asked);
      const { resolution } = preferences;
      const conflict = resolution === null ? null : { columns: conflictColumns(table, asked), resolution };
      return insertSql({ table, payload, columns, conflict, useDefaults, returned, only: [] }, parameters);
    }
    case "PUT": {
      refuseOtherThanKey(table, request, where);
      const payload = readPayload(body, asked.columns !== null);
      const columns = writtenColumns(table, payload, asked);
      const conflict = { columns: table.primaryKey, resolution: "merge-duplicates" } as const;
      return insertSql({ table, payload, columns, conflict, useDefaults, returned, only: where }, parameters);
    }
    case "PATCH": {
      if (where.length === 0) throw noWhere("UPDATE");
      const payload = readPayload(body, asked.columns !== null);
      return updateSql(
        {
          table,
          where,
          payload,
          columns: writtenColumns(table, payload, asked),
          useDefaults: false,
          returned,
        },
        parameters,
      );
    }
    case "DELETE":
      if (where.length === 0) throw noWhere("DELETE");
      return deleteSql({ table, where, returned }, parameters);
    default:
      throw unknownMethod(method);
  }
}

/** A PUT names one row by its whole primary key, and nothing else. */
function refuseOtherThanKey(table: Table, { parameters }: RestRequest, where: readonly Logic[]): void {
  if (parameters.limits.length > 0 || parameters.offsets.length > 0) throw putWithLimit();
  const named = where.map((logic) =>
    logic.kind === "filter" &&
    !logic.negated &&
    logic.operation.kind === "compare" &&
    logic.operation.operator === "eq"
      ? logic.field.name
      : "",
  );
  const isKey =
    named.length === table.primaryKey.length && table.primaryKey.every((column) => named.includes(column));
  if (named.length === 0 || !isKey) throw invalidPutFilters();
}

function guards({ type, preferences: { maxAffected } }: RestRequest): string[] {
  const single = type.kind === "object" ? [guardSql(GUARDS.single, WRITTEN, "<> 1")] : [];
  const affected = maxAffected === null ? [] : [guardSql(GUARDS.affected, WRITTEN, `> ${maxAffected}`)];
  return [...single, ...affected];
}

/** The first written row's primary key, as `{"id": "1"}`. */
function keySql({ primaryKey }: Table): string {
  if (primaryKey.length === 0) return "null";
  const pairs = primaryKey.map((column) => `${literal(column)}, s.${identifier(column)}::text`).join(", ");
  return `(select json_build_object(${pairs}) from ${SOURCE} as s limit 1)`;
}

function answer(table: Table, request: RestRequest, result: Result | undefined): Answer {
  const { method, preferences } = request;
  const rows = Number(cell(result, 1));
  if (method === "PUT" && rows !== 1) throw putMismatch();
  const shows = preferences.return === "representation";
  const headers = headersOf(request, shows);
  const range = method === "PATCH" && rows > 0 ? `0-${rows - 1}` : "*";
  headers["content-range"] = `${range}/${preferences.count === null ? "*" : rows}`;
  const key = cell(result, 2);
  if (key !== null) headers.location = location(table, key);
  const status = method === "POST" ? 201 : shows ? 200 : 204;
  return { status, headers, body: shows ? cell(result, 0) : null };
}

function location(table: Table, key: string): string {
  const pairs = Object.entries(JSON.parse(key) as Record<string, string>);
  const search = pairs.map(
    ([column, value]) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(value)}`,
  );
  return `/${encodeURIComponent(table.name)}?${search.join("&")}`;
}
