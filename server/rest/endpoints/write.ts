/** POST, PATCH, PUT and DELETE of a table or view. */
import type { Result } from "../../database/database.ts";
import { fitsHeader } from "../../gateway/header-limits.ts";
import { GUARDS } from "../database-errors.ts";
import { invalidPutFilters, noWhere, putWithLimit, unknownMethod } from "../errors.ts";
import { conflictColumns, readPayload, returnedColumns, writtenColumns } from "../plan/mutate-plan.ts";
import { planRead, type ReadNode } from "../plan/read-plan.ts";
import { guardSql, RESPONSE_OVERRIDES, WRITTEN } from "../query/answer.ts";
import { deleteSql, INSERTED, insertSql, updateSql } from "../query/mutate.ts";
import { rowsSql, SOURCE } from "../query/read.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { type PreferenceName, rowLimit } from "../request/preferences.ts";
import type { Logic } from "../request/types.ts";
import { type Answer, bodyOf, cell, headersOf } from "../response/answer.ts";
import type { SchemaCache, Table } from "../schema-cache/types.ts";
import { identifier, literal, Parameters, ROW } from "../sql-text.ts";
import { bodyColumn, type Execution, executionOf, isSingular } from "./execution.ts";

/** The preferences that each method may confirm in Preference-Applied. Source: PostgREST's Response.hs. */
const CONCERNED: Readonly<Record<string, readonly PreferenceName[]>> = {
  POST: ["resolution", "missing", "return", "count", "tx", "handling", "timezone"],
  PATCH: ["missing", "return", "count", "tx", "handling", "timezone", "max-affected"],
  PUT: ["return", "count", "tx", "handling", "timezone"],
  DELETE: ["return", "count", "tx", "handling", "timezone", "max-affected"],
};

export function prepareWrite(cache: SchemaCache, table: Table, request: ApiRequest): Execution {
  const keepsRows = request.type.kind === "custom";
  const limits = { maxRows: null, aggregates: request.aggregates, keepsRows };
  const root = planRead(cache, { ...table, table }, request.parameters, limits);
  const where = root.where; // filters of the table select the rows to write, not those to return
  root.where = [];
  root.range = { offset: 0, limit: null };
  const parameters = new Parameters();
  const source = sourceSql(table, request, root, where, parameters);
  const shows = request.preferences.return === "representation";
  const columns = [
    shows ? bodyColumn(request, "rows") : "null",
    WRITTEN,
    request.method === "POST" && request.preferences.return === "headers-only" ? keySql(table) : "null",
    reportsInserted(request) ? INSERTED : "null", // after WRITTEN, because only then the rows have been written
    ...guards(request),
    ...RESPONSE_OVERRIDES,
  ];
  const rows = shows ? `from (${rowsSql(root, parameters, SOURCE)}) as ${ROW}` : "";
  const text = `with ${SOURCE} as (${source}) select ${columns.join(", ")} ${rows}`;
  return executionOf(request, false, text, parameters, ([result]) => answer(table, request, result));
}

function sourceSql(
  table: Table,
  request: ApiRequest,
  root: ReadNode,
  where: readonly Logic[],
  parameters: Parameters,
): string {
  const { parameters: asked, preferences, body, method } = request;
  const returned = returnedColumns(table, preferences, root);
  root.isUntypedRow = returned === "all";
  const useDefaults = preferences.missing === "default";
  const tells = reportsInserted(request);
  switch (method) {
    case "POST": {
      const payload = readPayload(body, asked.columns !== null);
      const columns = writtenColumns(table, payload, asked);
      const { resolution } = preferences;
      const conflict = resolution === null ? null : { columns: conflictColumns(table, asked), resolution };
      return insertSql(
        { table, payload, columns, conflict, useDefaults, returned, only: [], reportsInserted: tells },
        parameters,
      );
    }
    case "PUT": {
      if (asked.limits.length > 0 || asked.offsets.length > 0) throw putWithLimit();
      const payload = readPayload(body, asked.columns !== null);
      requireKeyFilters(table, where);
      const columns = writtenColumns(table, payload, asked);
      const conflict = { columns: table.primaryKey, resolution: "merge-duplicates" } as const;
      return insertSql(
        {
          table,
          payload,
          columns,
          conflict,
          useDefaults: false,
          returned,
          only: where,
          reportsInserted: tells,
        },
        parameters,
      );
    }
    case "PATCH": {
      const payload = readPayload(body, asked.columns !== null);
      const columns = writtenColumns(table, payload, asked);
      if (where.length === 0 && columns.length > 0) throw noWhere("UPDATE");
      return updateSql({ table, where, payload, columns, useDefaults, returned }, parameters);
    }
    case "DELETE":
      if (where.length === 0) throw noWhere("DELETE");
      return deleteSql({ table, where, returned }, parameters);
    default:
      throw unknownMethod(method);
  }
}

/** True if the status depends on new rows: 201, or 200 if all rows were merged. */
function reportsInserted({ method, preferences }: ApiRequest): boolean {
  return method === "PUT" || (method === "POST" && preferences.resolution === "merge-duplicates");
}

/** PUT selects one row by its whole primary key, and nothing else. */
function requireKeyFilters(table: Table, where: readonly Logic[]): void {
  const named = where.map((logic) =>
    logic.kind === "filter" &&
    !logic.negated &&
    logic.operation.kind === "compare" &&
    logic.operation.operator === "eq" &&
    logic.operation.quantifier === null
      ? logic.field.name
      : "",
  );
  const isKey =
    named.length === table.primaryKey.length && table.primaryKey.every((column) => named.includes(column));
  if (named.length === 0 || !isKey) throw invalidPutFilters();
}

function guards(request: ApiRequest): string[] {
  const { method, preferences } = request;
  const single = isSingular(request) && method !== "PUT" ? [guardSql(GUARDS.single, WRITTEN, "<> 1")] : [];
  const limit = method === "PATCH" || method === "DELETE" ? rowLimit(preferences) : null;
  const affected = limit === null ? [] : [guardSql(GUARDS.affected, WRITTEN, `> ${limit}`)];
  return [...single, ...affected, ...(method === "PUT" ? [guardSql(GUARDS.put, WRITTEN, "<> 1")] : [])];
}

/** The primary key of the only written row, as `{"id": "1"}`. */
function keySql({ primaryKey }: Table): string {
  if (primaryKey.length === 0) return "null";
  const pairs = primaryKey.map((column) => `${literal(column)}, s.${identifier(column)}::text`).join(", ");
  return `case when ${WRITTEN} = 1 then (select json_build_object(${pairs}) from ${SOURCE} as s) end`;
}

function answer(table: Table, request: ApiRequest, result: Result | undefined): Answer {
  const { method, preferences } = request;
  const rows = Number(cell(result, 1));
  const shows = preferences.return === "representation";
  const headers = headersOf(request, concerned(table, request), shows);
  if (method === "POST" && !shows) headers["content-length"] = "0"; // any other method answers 204 then
  const range = method === "PATCH" && rows > 0 ? `0-${rows - 1}` : "*";
  const isCounted = preferences.count === "exact" || preferences.count === "estimated";
  if (method !== "PUT") headers["content-range"] = `${range}/${isCounted ? rows : "*"}`;
  const key = cell(result, 2);
  const place = key === null ? "" : location(table, key);
  if (place !== "" && fitsHeader(place)) headers.location = place;
  return {
    status: statusOf(request, Number(cell(result, 3))),
    headers,
    body: shows ? bodyOf(request, result) : null,
  };
}

/** Without a key, `resolution` does not apply. */
function concerned(table: Table, { method, parameters }: ApiRequest): readonly PreferenceName[] {
  const list = CONCERNED[method] ?? [];
  const resolves = table.primaryKey.length > 0 || parameters.onConflict !== null;
  return resolves ? list : list.filter((name) => name !== "resolution");
}

function statusOf(request: ApiRequest, inserted: number): number {
  const { method, preferences } = request;
  const shows = preferences.return === "representation";
  const isNew = !reportsInserted(request) || inserted > 0;
  if (method === "POST") return isNew ? 201 : 200;
  if (!shows) return 204;
  return method === "PUT" && isNew ? 201 : 200;
}

function location(table: Table, key: string): string {
  const pairs = Object.entries(JSON.parse(key) as Record<string, string | null>);
  const search = pairs.map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? "is.null" : `eq.${encodeURIComponent(value)}`}`,
  );
  return `/${encodeURIComponent(table.name)}?${search.join("&")}`;
}
