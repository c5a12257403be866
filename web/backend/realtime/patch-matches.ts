import type { QueryClient } from "@tanstack/react-query";
import { subject } from "../queries/query-keys.ts";
import type { MatchRow } from "../types/rows.ts";

/**
 * Writes changed match rows into every cached query that contains them. Each prediction changes its match's
 * `predictions_count`, so loading all lists again would take a request a second on a busy day. Returns true if no list
 * must be loaded again: every row was known, and only its count changed.
 */
export function patchMatches(queries: QueryClient, rows: readonly MatchRow[]): boolean {
  const changed = new Map(rows.map((row) => [row.id, row]));
  const known = new Set<string>();
  let enough = true;
  const patch = (row: unknown): unknown => {
    const next = isMatch(row) ? changed.get(row.id) : undefined;
    if (!next || !isMatch(row)) return row;
    known.add(next.id);
    if (next.status !== row.status || next.kickoff_at !== row.kickoff_at || next.locks_at !== row.locks_at)
      enough = false;
    if (next.home_score !== row.home_score || next.away_score !== row.away_score) enough = false;
    return next;
  };
  for (const [key, data] of queries.getQueriesData({ queryKey: [subject.matches] })) {
    const patched = patchAnswer(data, patch);
    if (patched !== data) queries.setQueryData(key, patched);
  }
  return enough && known.size === changed.size;
}

/** Query data is a list of rows, pages of rows, or one page with its total. */
function patchAnswer(data: unknown, patch: (row: unknown) => unknown): unknown {
  if (Array.isArray(data)) {
    const next = data.map((item) => (Array.isArray(item) ? patchAnswer(item, patch) : patch(item)));
    return next.some((item, at) => item !== data[at]) ? next : data;
  }
  if (typeof data !== "object" || data === null) return data;
  for (const field of ["pages", "matches"] as const) {
    const list: unknown = Reflect.get(data, field);
    if (!Array.isArray(list)) continue;
    const next = patchAnswer(list, patch);
    return next === list ? data : { ...data, [field]: next };
  }
  return data;
}

function isMatch(row: unknown): row is MatchRow {
  return typeof row === "object" && row !== null && "id" in row && "kickoff_at" in row;
}
