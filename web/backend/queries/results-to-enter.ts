import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import type { RoundToEnterRow } from "../types/admin-rows.ts";
import { subject } from "./query-keys.ts";
import { managedMatches } from "./query-meta.ts";

/** A match awaits its result without a change of its row, so the list is loaded again every minute. */
const refreshEvery = 60_000;

/** The rounds with matches that await their result, the earliest first. Admins only. */
export const resultsToEnter = queryOptions({
  queryKey: [subject.matches, "results to enter"],
  meta: managedMatches,
  queryFn: () => dataOf(backend().rest.rpc("results_to_enter")),
  refetchInterval: refreshEvery,
});

/** How many matches of these rounds await their result; 0 until the rounds are loaded. */
export function matchesToEnter(rounds: readonly RoundToEnterRow[] = []): number {
  return rounds.reduce((sum, { matches }) => sum + matches, 0);
}
