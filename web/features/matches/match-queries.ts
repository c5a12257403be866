import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { byMatch } from "../../backend/queries/own-predictions.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { MatchSplitRow } from "../../backend/types/rows.ts";

export const playedPage = 12;

/** All live and upcoming matches, by kick-off. A season of five competitions has fewer than a thousand. */
export const currentMatches = queryOptions({
  queryKey: [subject.matches, "current"],
  queryFn: () =>
    dataOf(
      backend()
        .rest.from("matches")
        .select("*")
        .in("status", ["upcoming", "live"])
        .order("kickoff_at")
        .order("id")
        .limit(1_000),
    ),
});

/** Completed and cancelled matches, latest first, page by page. `league` null: of all competitions. */
export const playedMatches = (league: string | null) =>
  infiniteQueryOptions({
    queryKey: [subject.matches, "played", league],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => {
      let query = backend().rest.from("matches").select("*").in("status", ["completed", "cancelled"]);
      if (league) query = query.eq("league", league);
      return dataOf(
        query
          .order("kickoff_at", { ascending: false })
          .order("id")
          .range(pageParam, pageParam + playedPage - 1),
      );
    },
    getNextPageParam: (last, pages) => (last.length < playedPage ? null : pages.length * playedPage),
  });

/** The player's own predictions of live and upcoming matches. */
export const currentPredictions = (userId: string) =>
  queryOptions({
    queryKey: [subject.predictions, userId, "current"],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("user_predictions")
          .select("*")
          .eq("user_id", userId)
          .order("created_at", { ascending: false })
          .limit(1_000),
      ),
    // A map, because each card looks up its own match.
    select: byMatch,
  });

/** The split of all players' predictions, for the locked ones of these matches. */
export const splitsOf = (matchIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.splits, matchIds],
    queryFn: () => dataOf(backend().rest.rpc("match_splits", { _match_ids: [...matchIds] })),
    select: splitsByMatch,
    enabled: matchIds.length > 0,
    placeholderData: keepPreviousData,
  });

/** All players' predictions of one locked match. */
export const everyonesPredictions = (matchId: string) =>
  queryOptions({
    queryKey: [subject.predictions, "everyone", matchId],
    queryFn: () => dataOf(backend().rest.rpc("match_predictions", { _match_id: matchId })),
  });

/** The reopenings of a match, the latest first. */
export const reopeningsOf = (matchId: string) =>
  queryOptions({
    queryKey: [subject.matches, "reopenings", matchId],
    queryFn: () => dataOf(backend().rest.rpc("match_reopenings", { _match_ids: [matchId] })),
  });

/** The competitions that the player may predict, and until when. */
export const playableCompetitions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    queryFn: () => dataOf(backend().rest.rpc("my_competitions")),
  });

// Selectors are defined outside their queries, because a new function in every render would count as a change.
function splitsByMatch(rows: readonly MatchSplitRow[]): Map<string, MatchSplitRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}

/** The predictions of the members of the player's groups; empty for a player without a group. */
export const groupPredictions = (matchId: string) =>
  queryOptions({
    queryKey: [subject.predictions, "groups", matchId],
    queryFn: () => dataOf(backend().rest.rpc("group_match_predictions", { _match_id: matchId })),
  });
