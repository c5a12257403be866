import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../backend/answer.ts";
import { backend } from "../../backend/client.ts";
import { subject } from "../../backend/query-keys.ts";
import type { PlayableCompetitionRow, PredictionRow } from "../../backend/rows.ts";
import { serverNow } from "../../backend/server-clock.ts";

/** The next matches to lock, soonest first. Anyone may read them. */
export const nextMatches = queryOptions({
  queryKey: [subject.matches, "next"],
  queryFn: () =>
    dataOf(
      backend()
        .rest.from("matches")
        .select("*")
        .eq("status", "upcoming")
        .gt("locks_at", new Date(serverNow()).toISOString())
        .order("locks_at")
        .order("id")
        .limit(40),
    ),
});

/** The player's own picks of these matches. */
export const picksOfNext = (userId: string, matchIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.picks, userId, "next", matchIds],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("user_predictions")
          .select("*")
          .eq("user_id", userId)
          .in("match_id", [...matchIds]),
      ),
    select: byMatch,
    enabled: matchIds.length > 0,
  });

/** Names of the competitions in which the player may predict. */
export const playableLeagues = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    queryFn: () => dataOf(backend().rest.rpc("my_playable_competitions")),
    select: playableNames,
  });

// Selectors stand outside their queries: one that is new in every render would be a change in every render.
function byMatch(rows: readonly PredictionRow[]): Map<string, PredictionRow> {
  return new Map(rows.map((row) => [row.match_id, row]));
}

function playableNames(rows: readonly PlayableCompetitionRow[]): Set<string> {
  return new Set(rows.filter(({ may_play }) => may_play).map(({ league }) => league));
}
