/** /rpc/function: a call by POST with a body, or by GET and HEAD with its arguments in the query string. */
import { GUARDS } from "../database-errors.ts";
import { invalidRpcMethod, limitOfOneValue } from "../errors.ts";
import { findRoutine, hasUnnamed } from "../plan/find-routine.ts";
import { type Payload, readPayload } from "../plan/mutate-plan.ts";
import { planRead, type ReadNode, type Start } from "../plan/read-plan.ts";
import { guardSql, RESPONSE_OVERRIDES, type Shape } from "../query/answer.ts";
import { type Arguments, callSql } from "../query/call.ts";
import { rowsSql, SOURCE } from "../query/read.ts";
import type { ApiRequest } from "../request/api-request.ts";
import { formFields } from "../request/body.ts";
import { type PreferenceName, rowLimit } from "../request/preferences.ts";
import { intersect } from "../request/range.ts";
import { bodyOf, cell, headersOf, paged } from "../response/answer.ts";
import type { Routine, SchemaCache } from "../schema-cache/types.ts";
import { Parameters, ROW } from "../sql-text.ts";
import { totalOf, totalSql } from "./count.ts";
import { bodyColumn, type Execution, executionOf, isSingular } from "./execution.ts";

const CONCERNED: readonly PreferenceName[] = ["count", "tx", "handling", "timezone", "max-affected"];

/** Throws PGRST101, 102, 128, 202, 203 and the errors of the select. */
export function prepareCall(cache: SchemaCache, name: string, request: ApiRequest): Execution {
  const { method, preferences } = request;
  const reads = method === "GET" || method === "HEAD";
  if (!reads && method !== "POST") throw invalidRpcMethod(method);
  const { routine, given } = chooseRoutine(cache, name, request, reads);
  if (rowLimit(preferences) !== null && !routine.returnsSet) throw limitOfOneValue();
  const readOnly = reads || routine.volatility !== "volatile";
  const execution =
    routine.returns === "void"
      ? voidExecution(routine, given, request, readOnly)
      : rowsExecution(cache, routine, given, request, readOnly);
  return { ...execution, settings: routine.settings, ...sharingOf(cache, routine, request, execution) };
}

/**
 * None for a function that may write, and for a request that wants more than the function's rows: other tables and computed columns
 * can depend on the caller.
 */
function sharingOf(
  cache: SchemaCache,
  { tag, volatility, arguments: args }: Routine,
  { schema, method, type, search, preferences }: ApiRequest,
  { body }: Execution,
): Pick<Execution, "sharing"> {
  if (tag === null || volatility === "volatile") return {};
  const isArgument = (key: string) => method !== "POST" && args.some(({ name }) => name === key);
  if (![...new URLSearchParams(search).keys()].every(isArgument)) return {};
  if (tag === "shared") return { sharing: { kind: "all" } };
  const [list] = args;
  const isJson = type.kind === "json" && !type.stripNulls && preferences.count === null;
  if (!isJson || !body || !list) return {};
  const isShared = (name: string) => {
    const found = cache.routines(schema, name);
    return found.length > 0 && found.every((one) => one.tag === "shared" && one.volatility !== "volatile");
  };
  return { sharing: { kind: "some", list: list.name, isShared } };
}

function chooseRoutine(
  cache: SchemaCache,
  name: string,
  request: ApiRequest,
  reads: boolean,
): { routine: Routine; given: Arguments } {
  const { schema, body, parameters } = request;
  const fields = reads ? parameters.args : body.kind === "form" ? formFields(body.text) : null;
  if (fields) {
    const keys = [...new Set(fields.map(([key]) => key))];
    const routine = findRoutine(cache, { schema, name, keys, body: reads ? null : "form" });
    const whole = JSON.stringify(Object.fromEntries(fields));
    return {
      routine,
      given: hasUnnamed(routine) ? { kind: "whole", body: whole } : { kind: "query", args: fields },
    };
  }
  const isWhole = body.kind === "text" || body.kind === "xml" || body.kind === "bytes";
  const payload = isWhole ? null : payloadOf(request);
  const keys = payload?.keys ?? [];
  const routine = findRoutine(cache, { schema, name, keys, body: body.kind });
  if (payload === null || hasUnnamed(routine)) return { routine, given: { kind: "whole", body: body.text } };
  return { routine, given: { kind: "json", payload } };
}

/** An empty body means no arguments. `columns=` names the arguments; the rest of the body is ignored. */
function payloadOf({ body, parameters: { columns } }: ApiRequest): Payload {
  const given = body.kind === "json" && body.text.trim() === "" ? { ...body, text: "{}" } : body;
  const payload = readPayload(given, columns !== null);
  return columns === null ? payload : { ...payload, keys: columns };
}

function voidExecution(
  routine: Routine,
  given: Arguments,
  request: ApiRequest,
  readOnly: boolean,
): Execution {
  const parameters = new Parameters();
  // Materialized, because PostgreSQL would not call a non-volatile function whose result is unused.
  const call = `with ${SOURCE} as materialized (${callSql(routine, given, parameters)})`;
  const text = `${call} select (select count(*) from ${SOURCE}), ${RESPONSE_OVERRIDES.join(", ")}`;
  return executionOf(request, readOnly, text, parameters, () => ({
    status: 204,
    headers: {
      ...headersOf(request, CONCERNED, false),
      "content-range": `0-0/${request.preferences.count === null ? "*" : 1}`,
    },
    body: null,
  }));
}

function rowsExecution(
  cache: SchemaCache,
  routine: Routine,
  given: Arguments,
  request: ApiRequest,
  readOnly: boolean,
): Execution {
  const { preferences, maxRows, method, aggregates, range } = request;
  const root = planRead(cache, startOf(cache, routine), request.parameters, {
    maxRows: routine.returnsSet ? maxRows : null,
    aggregates,
    keepsRows: request.type.kind === "custom",
  });
  root.isUntypedRow = true;
  // Pages are for rows. Refusing a page of a single value would undo what the function has done, such as counting an attempt.
  root.range = routine.returnsSet ? intersect(root.range, range) : { offset: 0, limit: null };
  const parameters = new Parameters();
  const source = callSql(routine, given, parameters);
  const rows = routine.returns === "row" ? rowsSql(root, parameters, SOURCE) : valuesSql(root);
  const limit = rowLimit(preferences);
  const columns = [
    bodyColumn(request, shapeOf(routine)),
    method === "HEAD" ? `count(${ROW})` : routine.returnsSet ? "count(*)" : "1", // without a body, only the reference to the row makes PostgreSQL call the function
    totalOfCall(routine, root, request, parameters),
    ...(isSingular(request) && routine.returnsSet ? [guardSql(GUARDS.single, "count(*)", "<> 1")] : []),
    ...(limit === null ? [] : [guardSql(GUARDS.affected, "count(*)", `> ${limit}`)]),
    ...RESPONSE_OVERRIDES,
  ];
  const text = `with ${SOURCE} as (${source}) select ${columns.join(", ")} from (${rows}) as ${ROW}`;
  return executionOf(request, readOnly, text, parameters, ([result]) => {
    const total = totalOf(preferences.count && "exact", cell(result, 2), undefined, maxRows);
    const { status, contentRange } = paged(root.range.offset, Number(cell(result, 1)), total);
    return {
      status,
      headers: { ...headersOf(request, CONCERNED, true), "content-range": contentRange },
      body: bodyOf(request, result),
    };
  });
}

function valuesSql({ range }: ReadNode): string {
  return `select * from ${SOURCE}${range.limit === null ? "" : ` limit ${range.limit}`} offset ${range.offset}`;
}

/** A function returns all its rows, so every count is exact. */
function totalOfCall(
  routine: Routine,
  root: ReadNode,
  { preferences, maxRows }: ApiRequest,
  parameters: Parameters,
): string {
  if (preferences.count === null) return "null";
  if (routine.returns !== "row") return `(select count(*) from ${SOURCE})`;
  return totalSql("exact", root, maxRows, parameters, SOURCE);
}

/** Rows of an unknown table have the function's name. */
function startOf(cache: SchemaCache, { schema, name, returnsTable }: Routine): Start {
  const table = returnsTable && cache.table(returnsTable.schema, returnsTable.name);
  return table ? { ...table, table } : { schema, name, table: null };
}

function shapeOf({ returns, returnsSet }: Routine): Shape {
  if (returns === "scalar") return returnsSet ? "values" : "first value";
  return returnsSet ? "rows" : "first row";
}
