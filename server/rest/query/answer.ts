/** Wraps rows into the one row that answers a request: its body as text, counts, and what SQL says of the answer. */
import { unknownMediaType } from "../errors.ts";
import type { ExplainFormat, RowsType } from "../request/media-type.ts";
import type { MediaHandler } from "../schema-cache/types.ts";
import { qualified, ROW } from "../sql-text.ts";
import { SOURCE } from "./read.ts";

/** What the rows are to become. `first`: the function returns one value, not a set. */
export type Shape = "rows" | "first row" | "values" | "first value";

/** The body, from the rows named ROW. Its bytes go to the caller as they are. Throws PGRST107: rows are no plain text. */
export function bodySql(type: RowsType, shape: Shape): string {
  switch (type.kind) {
    case "csv":
      return csvSql();
    case "geojson":
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(${ROW})::json), '[]'))::text`;
    case "custom":
      return customSql(type.handler, shape);
    case "text":
      if (shape === "rows" || shape === "first row") throw unknownMediaType("text/plain");
      return `coalesce(string_agg(${ROW}.pgrst_scalar::text, E'\\n'), '')`;
    case "json":
    case "object": {
      const value = shape === "values" || shape === "first value" ? `${ROW}.pgrst_scalar` : ROW;
      const list = type.stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`;
      const single = type.kind === "object" || shape === "first row" || shape === "first value";
      return single ? `coalesce((${list}->0)::text, 'null')` : `coalesce(${list}::text, '[]')`;
    }
  }
}

/** Of the project's own aggregate, or the function's own value. Bytes come as base64, as results are text. */
function customSql({ aggregate, isBytes }: MediaHandler, shape: Shape): string {
  const row = shape === "values" || shape === "first value" ? `${ROW}.pgrst_scalar` : ROW;
  const value = aggregate
    ? `${qualified(aggregate)}(${row}${aggregate.of ? `::${qualified(aggregate.of)}` : ""})`
    : isBytes
      ? `string_agg(${row}::bytea, '')`
      : `string_agg(${row}::text, '')`;
  return isBytes ? `encode((${value})::bytea, 'base64')` : `(${value})::text`;
}

/** A header out of the first row's keys, then each row's own text form without its parentheses. */
function csvSql(): string {
  const header = `(select string_agg(k, ',') from json_object_keys((json_agg(${ROW})->0)) as k)`;
  const lines = `string_agg(substring(${ROW}::text, 2, length(${ROW}::text) - 2), E'\\n')`;
  return `coalesce(${header}, '') || E'\\n' || coalesce(${lines}, '')`;
}

/** How many rows a write wrote, whatever of them its answer shows. */
export const WRITTEN = `(select count(*) from ${SOURCE})`;

/** What functions and triggers set to change the answer: its headers and its status. */
export const RESPONSE_OVERRIDES = [
  "nullif(current_setting('response.headers', true), '')",
  "nullif(current_setting('response.status', true), '')",
] as const;

/** Refuses by a cast that fails with the guard's text, so that what the statement wrote is undone with it. */
export function guardSql(guard: string, rows: string, refused: string): string {
  return `case when ${rows} ${refused} then ('${guard}' || ${rows})::int end`;
}

/** `EXPLAIN` of a statement; its result has one row, or one for each line. */
export function explainSql({ format, options }: ExplainFormat, text: string): string {
  return `explain (${[`format ${format}`, ...options].join(", ")}) ${text}`;
}
