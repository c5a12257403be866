import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { countingPause } from "../../backend/queries/form-and-crowd.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { pointsIn } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { LeaderboardRow, PointsPerMatchRow } from "../../backend/types/rows.ts";
import { formatNumber } from "../../ui/text/format-number.ts";

export const pageSize = 50;
/** The most players that a search finds. */
export const mostFound = 50;

/** By what a leaderboard is sorted: points, or points per match since joining. */
export type BoardSort = "page" | "per-match";

/** One page of a leaderboard, best first. `league` is a competition's name, or `Overall`. */
export const leaderboardPage = (league: string, page: number, sort: BoardSort = "page") =>
  queryOptions({
    queryKey: [subject.leaderboard, league, sort, page],
    meta: pointsIn(league),
    queryFn: () =>
      dataOf(
        joined(
          backend().rest.rpc(sort === "page" ? "leaderboard" : "leaderboard_per_match", {
            league,
            page_limit: pageSize,
            page_offset: page * pageSize,
          }),
        ),
      ),
  });

/** The points per match since joining of these players, as text. */
export const pointsPerMatch = (league: string, userIds: readonly string[]) => {
  const players = userIds.toSorted();
  return queryOptions({
    queryKey: [subject.leaderboard, league, "points per match", players],
    meta: pointsIn(league),
    queryFn: () => dataOf(joined(backend().rest.rpc("points_per_match", { league, user_ids: players }))),
    select: perMatchByPlayer,
    enabled: players.length > 0,
  });
};

// Defined outside the query, because a new function in every render would count as a change.
function perMatchByPlayer(rows: readonly PointsPerMatchRow[]): Map<string, string> {
  return new Map(
    rows.map(({ user_id, per_match }) => [user_id, per_match === null ? "–" : formatNumber(per_match, 2)]),
  );
}

/** The signed-in player's row; null for a player who is not on this leaderboard. */
export const myLeaderboardRow = (league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "mine"],
    meta: pointsIn(league),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("my_leaderboard_row", { league }))))[0] ?? null,
  });

/** The players with these words in their names, best first; null without words. */
export const foundPlayers = (league: string, words: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "search", words],
    meta: pointsIn(league),
    queryFn: ({ signal }): Promise<LeaderboardRow[] | null> =>
      dataOf(
        backend()
          .rest.rpc("search_leaderboard", { league, query: words, page_limit: mostFound })
          .abortSignal(signal),
      ),
    // The table, which a first search replaces when it is answered.
    ...(words === "" && { initialData: null, enabled: false }),
    placeholderData: keepPreviousData,
  });

/** The matchdays of a league, or the months, latest first. */
export const leaderboardPeriods = (kind: "matchday" | "month", league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "periods", kind],
    meta: pointsIn(league),
    refetchInterval: ({ state }) =>
      state.data?.some((period) => period.is_counting) ? countingPause() : false,
    queryFn: () => dataOf(joined(backend().rest.rpc("leaderboard_periods", { kind, league }))),
  });

/** One page of the leaderboard of a matchday or a month, best first. */
export const periodPage = (periodId: number, page: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, "period", periodId, "page", page],
    meta: pointsIn(null),
    queryFn: () =>
      dataOf(
        joined(
          backend().rest.rpc("period_leaderboard", {
            _period_id: periodId,
            page_limit: pageSize,
            page_offset: page * pageSize,
          }),
        ),
      ),
  });

/** The signed-in player's row of a matchday or a month; null without a scored prediction in it. */
export const myPeriodRow = (periodId: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, "period", periodId, "mine"],
    meta: pointsIn(null),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("my_period_row", { _period_id: periodId }))))[0] ?? null,
  });

/** The row of the player just above the signed-in one; null without one. */
export const rowAbove = (league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "above"],
    meta: pointsIn(league),
    queryFn: async () => (await dataOf(joined(backend().rest.rpc("player_above", { league }))))[0] ?? null,
  });
