/** GET and HEAD of a table or view. */
import { notSingular } from "../errors.ts";
import { planRead } from "../plan/read-plan.ts";
import { intersect } from "../request/range.ts";
import type { SchemaCache, Table } from "../schema/types.ts";
import { bodySql } from "../sql/answer.ts";
import { rowsSql } from "../sql/read.ts";
import { Parameters } from "../sql/text.ts";
import { estimates, totalOf, totalSql } from "./count.ts";
import { cell, headersOf, type Plan, paged, type RestRequest } from "./plan.ts";

export function planTableRead(cache: SchemaCache, table: Table, request: RestRequest): Plan {
  const { parameters: asked, preferences, type, maxRows, method } = request;
  const root = planRead(cache, table, asked, maxRows);
  root.range = intersect(root.range, request.range);
  const parameters = new Parameters();
  const rows = rowsSql(root, parameters);
  const body = method === "HEAD" ? "null" : bodySql(type, "rows");
  const total = totalSql(preferences.count, root, maxRows, parameters);
  const text = `select ${body} as body, count(*) as n, ${total} as total from (${rows}) as r`;
  return {
    statements: [{ text, params: parameters.values }, ...estimates(preferences.count, root)],
    answer([result, estimate]) {
      const count = Number(cell(result, 1));
      if (type.kind === "object" && count !== 1) throw notSingular(count);
      const total = totalOf(preferences.count, cell(result, 2), estimate, maxRows);
      const { status, contentRange } = paged(root.range.offset, count, total);
      const headers = { ...headersOf(request, true), "content-range": contentRange };
      return { status, headers, body: cell(result, 0) };
    },
  };
}
