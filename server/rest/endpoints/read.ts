/** GET and HEAD of a table or view. */
import { fitsHeader } from "../../gateway/header-limits.ts";
import { notSingular } from "../errors.ts";
import { planRead } from "../plan/read-plan.ts";
import { RESPONSE_OVERRIDES } from "../query/answer.ts";
import { rowsSql } from "../query/read.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { PreferenceName } from "../request/preferences.ts";
import { intersect } from "../request/range.ts";
import { bodyOf, cell, headersOf, paged } from "../response/answer.ts";
import type { SchemaCache, Table } from "../schema-cache/types.ts";
import { Parameters, ROW } from "../sql-text.ts";
import { countKind, estimates, totalOf, totalSql } from "./count.ts";
import { bodyColumn, type Execution, executionOf, isSingular } from "./execution.ts";

const CONCERNED: readonly PreferenceName[] = ["count", "tx", "handling", "timezone"];

export function prepareRead(cache: SchemaCache, table: Table, request: ApiRequest): Execution {
  const { parameters: asked, preferences, maxRows, aggregates, search } = request;
  const keepsRows = request.type.kind === "custom";
  const root = planRead(cache, { ...table, table }, asked, { maxRows, aggregates, keepsRows });
  root.range = intersect(root.range, request.range);
  const count = countKind(preferences.count, root);
  const parameters = new Parameters();
  const rows = rowsSql(root, parameters);
  const columns = [
    bodyColumn(request, "rows"),
    "count(*)",
    totalSql(count, root, maxRows, parameters),
    ...RESPONSE_OVERRIDES,
  ];
  const text = `select ${columns.join(", ")} from (${rows}) as ${ROW}`;
  const location = `/${encodeURIComponent(table.name)}${search === "" ? "" : `?${search}`}`;
  return executionOf(
    request,
    true,
    text,
    parameters,
    ([result, estimate]) => {
      const found = Number(cell(result, 1));
      if (isSingular(request) && found !== 1) throw notSingular(found);
      const total = totalOf(count, cell(result, 2), estimate, maxRows);
      const { status, contentRange } = paged(root.range.offset, found, total);
      const headers = {
        ...headersOf(request, CONCERNED, true),
        "content-range": contentRange,
        // Optional by RFC 9110, section 8.7. PostgREST has no limit, so that its long ones fail in Node's fetch.
        ...(fitsHeader(location) ? { "content-location": location } : {}),
      };
      return { status, headers, body: bodyOf(request, result) };
    },
    estimates(count, root),
  );
}
