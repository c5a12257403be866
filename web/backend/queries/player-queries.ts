import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { pagesAfterRow } from "../paging/paging.ts";
import { joined } from "../requests/read-together.ts";
import type { PlayerPredictionRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { pointsIn } from "./query-meta.ts";

/**
 * The queries of a player's season, for the profile and the player sheet of the leaderboard. `league` is a competition's
 * name or `Overall`.
 */

/** Rank, points and accuracy on one leaderboard; null for a player who is not on it. */
export const playerFigures = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "figures"],
    meta: pointsIn(league),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("player_figures", { _user_id: userId, league }))))[0] ?? null,
  });

/** The points of each round, oldest first. */
export const playerRounds = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "rounds"],
    meta: pointsIn(league),
    queryFn: () => dataOf(joined(backend().rest.rpc("player_rounds", { _user_id: userId, league }))),
  });

/** The rank at the end of each day with results, oldest first. */
export const playerRanks = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "ranks"],
    meta: pointsIn(league),
    queryFn: () => dataOf(backend().rest.rpc("player_ranks", { _user_id: userId, league })),
  });

const predictionsPageSize = 20;

/** The player's predictions, latest kick-off first, page by page. Of another player only those of locked matches. */
export const playerPredictions = (userId: string, league: string) =>
  infiniteQueryOptions({
    queryKey: [subject.progress, userId, league, "picks"],
    meta: pointsIn(league),
    ...pagesAfterRow<PlayerPredictionRow>(predictionsPageSize),
    queryFn: ({ pageParam }) =>
      dataOf(
        joined(
          backend().rest.rpc("player_predictions", {
            _user_id: userId,
            league,
            page_limit: predictionsPageSize,
            ...(pageParam && { before_kickoff: pageParam.kickoff_at, before_match: pageParam.match_id }),
          }),
        ),
      ),
  });

/** The player's place in each of their groups that has a result. Its key begins as a leaderboard's, so results load it again. */
export const groupStandings = (userId: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, "my groups", userId],
    meta: pointsIn(null),
    queryFn: () => dataOf(joined(backend().rest.rpc("my_group_standings"))),
  });

/** The numbers of a player's championships, won matchdays and months, and records. */
export const honoursOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, "honours"],
    meta: pointsIn(null),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("honours_of", { _user_id: userId }))))[0] ?? null,
  });

/** The points that a player carried over from another pool, and where they come from; null without any. */
export const carriedPoints = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "carried"],
    meta: pointsIn(league),
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("carried_points", { league, user_ids: [userId] })))[0] ?? null,
  });
