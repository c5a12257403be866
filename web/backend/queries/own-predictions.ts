import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { knownOrAsked } from "../paging/known-rows.ts";
import type { PredictionRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** The player's own predictions of these matches. */
export const predictionsOf = (userId: string, matchIds: readonly string[]) => {
  const beginning = [subject.predictions, userId, "of"] as const;
  return queryOptions({
    queryKey: [...beginning, matchIds],
    meta: { ...onDevice, matchIds, ownPredictions: {} },
    queryFn: (context) =>
      knownOrAsked(context, beginning, () =>
        dataOf(
          backend()
            .rest.from("user_predictions")
            .select("*")
            .eq("user_id", userId)
            .in("match_id", [...matchIds]),
        ),
      ),
    select: byMatch,
    enabled: matchIds.length > 0,
    // A changed list of matches keeps the previous predictions on screen while it loads.
    placeholderData: keepPreviousData,
  });
};

/** The rows by match id. Outside the query, because a new selector in every render would count as a change. */
export function byMatch(rows: readonly PredictionRow[]): Map<string, PredictionRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}
