/** Wraps rows into the one row of a response: its body as text, counts, and overrides that SQL has set. */
import { unknownMediaType } from "../errors.ts";
import type { ExplainFormat, RowsType } from "../request/media-type.ts";
import type { MediaHandler } from "../schema-cache/types.ts";
import { qualified, ROW } from "../sql-text.ts";
import { SOURCE } from "./read.ts";

/** The form of the body. `first` is for functions that return one value, not a set. */
export type Shape = "rows" | "first row" | "values" | "first value";

/** The SQL of the body, which is sent unchanged, for the rows named ROW. Throws PGRST107 for rows as plain text. */
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

/** The project's aggregate, or the function's value. Bytes are in base64, because results are text. */
function customSql({ aggregate, isBytes }: MediaHandler, shape: Shape): string {
  const row = shape === "values" || shape === "first value" ? `${ROW}.pgrst_scalar` : ROW;
  const value = aggregate
    ? `${qualified(aggregate)}(${row}${aggregate.of ? `::${qualified(aggregate.of)}` : ""})`
    : isBytes
      ? `string_agg(${row}::bytea, '')`
      : `string_agg(${row}::text, '')`;
  return isBytes ? `encode((${value})::bytea, 'base64')` : `(${value})::text`;
}

/** The header from the first row's keys, then each row's text form without its parentheses. */
function csvSql(): string {
  const header = `(select string_agg(k, ',') from json_object_keys((json_agg(${ROW})->0)) as k)`;
  const lines = `string_agg(substring(${ROW}::text, 2, length(${ROW}::text) - 2), E'\\n')`;
  return `coalesce(${header}, '') || E'\\n' || coalesce(${lines}, '')`;
}

/** The number of written rows, independent of what the response shows. */
export const WRITTEN = `(select count(*) from ${SOURCE})`;

/**
 * The headers and status that functions and triggers have set for the response, and the number of a transaction before which
 * the answer includes every other.
 */
export const RESPONSE_OVERRIDES = [
  "nullif(current_setting('response.headers', true), '')",
  "nullif(current_setting('response.status', true), '')",
  "pg_snapshot_xmin(pg_current_snapshot())::text",
] as const;

/** Fails with the guard's text in a cast, which undoes what the statement wrote. */
export function guardSql(guard: string, rows: string, refused: string): string {
  return `case when ${rows} ${refused} then ('${guard}' || ${rows})::int end`;
}

/** `EXPLAIN` of a statement. The result has one row, or one per line. */
export function explainSql({ format, options }: ExplainFormat, text: string): string {
  return `explain (${[`format ${format}`, ...options].join(", ")}) ${text}`;
}
