/** /rpc/function: a call by POST with a JSON body, or by GET and HEAD with its arguments in the query string. */
import type { Statement } from "../../database/database.ts";
import { GUARDS } from "../database-errors.ts";
import { invalidBody, invalidRpcMethod } from "../errors.ts";
import { planRead, type ReadNode } from "../plan/read-plan.ts";
import { intersect } from "../request/range.ts";
import { type Found, findRoutine } from "../schema/find-routine.ts";
import type { Routine, SchemaCache } from "../schema/types.ts";
import { bodySql, guardSql, type Shape } from "../sql/answer.ts";
import { type Arguments, callSql } from "../sql/call.ts";
import { rowsSql, SOURCE } from "../sql/read.ts";
import { Parameters } from "../sql/text.ts";
import { totalOf, totalSql } from "./count.ts";
import { type Answer, cell, headersOf, type Plan, paged, type RestRequest } from "./plan.ts";

const READ_ONLY: Statement = { text: "select set_config('transaction_read_only', 'on', true)" };

/** Throws PGRST101, 102, 202, 203 and what the select may throw. */
export function planCall(cache: SchemaCache, name: string, request: RestRequest): Plan {
  const { method } = request;
  const reads = method === "GET" || method === "HEAD";
  if (!reads && method !== "POST") throw invalidRpcMethod(method);
  const { routine, given } = chosen(cache, name, request, reads);
  const plan =
    routine.returns === "void" ? voidPlan(routine, given, request) : rowsPlan(cache, routine, given, request);
  if (!reads) return plan;
  return { statements: [READ_ONLY, ...plan.statements], answer: ([, ...results]) => plan.answer(results) };
}

function chosen(
  cache: SchemaCache,
  name: string,
  request: RestRequest,
  reads: boolean,
): { routine: Routine; given: Arguments } {
  const { schema, body } = request;
  if (reads) {
    const { args } = request.parameters;
    const keys = [...new Set(args.map(([key]) => key))];
    const { routine } = findRoutine(cache, { schema, name, keys, hasJsonBody: false });
    return { routine, given: { kind: "query", args } };
  }
  const keys = request.parameters.columns ?? keysOf(body);
  const found: Found = findRoutine(cache, { schema, name, keys, hasJsonBody: body.trim() !== "" });
  if (found.takesBody) return { routine: found.routine, given: { kind: "whole", body } };
  return { routine: found.routine, given: { kind: "json", body, keys } };
}

function keysOf(body: string): string[] {
  if (body.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    throw invalidBody("Empty or invalid json");
  }
}

function voidPlan(routine: Routine, given: Arguments, request: RestRequest): Plan {
  const parameters = new Parameters();
  const text = callSql(routine, given, parameters);
  const answer = (): Answer => ({ status: 204, headers: headersOf(request, false), body: null });
  return { statements: [{ text, params: parameters.values }], answer };
}

function rowsPlan(cache: SchemaCache, routine: Routine, given: Arguments, request: RestRequest): Plan {
  const { preferences, type, maxRows, method } = request;
  const root = planRead(
    cache,
    tableOf(cache, routine),
    request.parameters,
    routine.returnsSet ? maxRows : null,
  );
  root.range = intersect(root.range, method === "POST" ? null : request.range);
  const parameters = new Parameters();
  const source = callSql(routine, given, parameters);
  const rows = routine.returns === "row" ? rowsSql(root, parameters, SOURCE) : valuesSql(root);
  const columns = [
    method === "HEAD" ? "null" : bodySql(type, shapeOf(routine)),
    "count(*)",
    totalOfCall(routine, root, request, parameters),
    ...(type.kind === "object" && routine.returnsSet ? [guardSql(GUARDS.single, "count(*)", "<> 1")] : []),
    ...(preferences.maxAffected === null
      ? []
      : [guardSql(GUARDS.affected, "count(*)", `> ${preferences.maxAffected}`)]),
  ];
  const text = `with ${SOURCE} as (${source}) select ${columns.join(", ")} from (${rows}) as r`;
  return {
    statements: [{ text, params: parameters.values }],
    answer([result]) {
      const total = totalOf(preferences.count && "exact", cell(result, 2), undefined, maxRows);
      const { status, contentRange } = paged(root.range.offset, Number(cell(result, 1)), total);
      return {
        status,
        headers: { ...headersOf(request, true), "content-range": contentRange },
        body: cell(result, 0),
      };
    },
  };
}

function valuesSql({ range }: ReadNode): string {
  return `select * from ${SOURCE}${range.limit === null ? "" : ` limit ${range.limit}`} offset ${range.offset}`;
}

/** A function's rows are all there already, so every count is exact. */
function totalOfCall(
  routine: Routine,
  root: ReadNode,
  { preferences, maxRows }: RestRequest,
  parameters: Parameters,
): string {
  if (preferences.count === null) return "null";
  if (routine.returns !== "row") return `(select count(*) from ${SOURCE})`;
  return totalSql("exact", root, maxRows, parameters, SOURCE);
}

function tableOf(cache: SchemaCache, { returnsTable }: Routine) {
  return returnsTable === null ? null : cache.table(returnsTable.schema, returnsTable.name);
}

function shapeOf({ returns, returnsSet }: Routine): Shape {
  if (returns === "scalar") return returnsSet ? "values" : "first value";
  return returnsSet ? "rows" : "first row";
}
