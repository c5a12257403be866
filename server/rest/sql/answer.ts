/** Wraps rows into the one row that answers a request: its body as text, and counts. */
import { unknownMediaType } from "../errors.ts";
import type { MediaType } from "../request/media-type.ts";
import { SOURCE } from "./read.ts";

/** What the rows are to become. `first`: the function returns one value, not a set. */
export type Shape = "rows" | "first row" | "values" | "first value";

/** The body, from the rows named `r`. Its bytes go to the caller as they are. Throws PGRST107: rows are no plain text. */
export function bodySql(type: MediaType, shape: Shape): string {
  switch (type.kind) {
    case "csv":
      return csvSql();
    case "text":
      if (shape === "rows" || shape === "first row") throw unknownMediaType("text/plain");
      return "coalesce(string_agg(r.pgrst_scalar::text, E'\\n'), '')";
    case "json":
    case "object": {
      const value = shape === "values" || shape === "first value" ? "r.pgrst_scalar" : "r";
      const list = type.stripNulls ? `json_strip_nulls(json_agg(${value}))` : `json_agg(${value})`;
      const single = type.kind === "object" || shape === "first row" || shape === "first value";
      return single ? `coalesce((${list}->0)::text, 'null')` : `coalesce(${list}::text, '[]')`;
    }
  }
}

/** A header out of the first row's keys, then each row's own text form without its parentheses. */
function csvSql(): string {
  const header = "(select string_agg(k, ',') from json_object_keys((json_agg(r)->0)) as k)";
  return `coalesce(${header} || E'\\n' || string_agg(substring(r::text, 2, length(r::text) - 2), E'\\n'), '')`;
}

/** How many rows a write wrote, whatever of them its answer shows. */
export const WRITTEN = `(select count(*) from ${SOURCE})`;

/** Refuses by a cast that fails with the guard's text, so that what the statement wrote is undone with it. */
export function guardSql(guard: string, rows: string, refused: string): string {
  return `case when ${rows} ${refused} then ('${guard}' || ${rows})::int end`;
}
