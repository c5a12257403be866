import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";

/**
 * A player's season, as their own profile and their sheet on the leaderboard show it. `league` is a competition's name,
 * or `Overall`.
 */

/** Rank, points and accuracy on one table; null for who is not on it. */
export const playerFigures = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "figures"],
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("player_figures", { _user_id: userId, league })))[0] ?? null,
  });

/** Points round by round, oldest first. */
export const playerRounds = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "rounds"],
    queryFn: () => dataOf(backend().rest.rpc("player_rounds", { _user_id: userId, league })),
  });

/** Rank at the end of each day with results, oldest first. */
export const playerRanks = (userId: string, league: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "ranks"],
    queryFn: () => dataOf(backend().rest.rpc("player_ranks", { _user_id: userId, league })),
  });

export const predictionsPage = 20;

/** Their predictions, the latest kick-off first, page by page; of somebody else those of locked matches alone. */
export const playerPredictions = (userId: string, league: string) =>
  infiniteQueryOptions({
    queryKey: [subject.progress, userId, league, "picks"],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      dataOf(
        backend().rest.rpc("player_predictions", {
          _user_id: userId,
          league,
          page_limit: predictionsPage,
          page_offset: pageParam,
        }),
      ),
    getNextPageParam: (last, pages) =>
      last.length < predictionsPage ? null : pages.length * predictionsPage,
  });
