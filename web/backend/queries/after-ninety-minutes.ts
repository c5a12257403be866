import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { knownOrAsked } from "../paging/known-rows.ts";
import type { LiveScoreRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { onDeviceDated, resultOf } from "./query-meta.ts";

/** The result of a match's extra time and penalties. */
export type AfterNinetyRow = Pick<
  LiveScoreRow,
  "match_id" | "state" | "extra_home" | "extra_away" | "penalties_home" | "penalties_away"
>;

/** The provider is polled once a minute, and extra time changes no row of the match. */
const refreshEvery = 60_000;

// not a text: a key
const afterNinety = [subject.matches, "after ninety"] as const;

/** The extra time and penalties of these matches, by match id. `live`: one of the matches is being played. */
export const afterNinetyMinutes = (matchIds: readonly string[], live = false) =>
  queryOptions({
    queryKey: [...afterNinety, matchIds],
    meta: { ...onDeviceDated, matchIds, isOutdatedBy: resultOf(matchIds) },
    queryFn: (context) =>
      knownOrAsked(context, afterNinety, () =>
        dataOf(
          backend()
            .rest.from("live_scores")
            .select("match_id, state, extra_home, extra_away, penalties_home, penalties_away")
            .in("match_id", [...matchIds])
            .or("extra_home.not.is.null,penalties_home.not.is.null"),
        ),
      ),
    select: byMatch,
    enabled: matchIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: live && refreshEvery,
  });

// Defined outside the query, because a new function in every render would count as a change.
function byMatch(rows: readonly AfterNinetyRow[]): Map<string, AfterNinetyRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}
