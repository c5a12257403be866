import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { joined } from "../requests/read-together.ts";
import type { FormRow, LastFiveRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { pointsIn } from "./query-meta.ts";

/** The last five results of each of these players, oldest first; null where there was no prediction. */
export const formOf = (league: string, userIds: readonly string[]) => {
  // The same players in another order, as after a result, are the same query.
  const players = userIds.toSorted();
  return queryOptions({
    queryKey: [subject.leaderboard, league, "form", players],
    meta: pointsIn(league),
    queryFn: () => dataOf(joined(backend().rest.rpc("last_five", { league, user_ids: players }))),
    select: formByPlayer,
    enabled: players.length > 0,
  });
};

/** The same for the players on one page of a leaderboard, which may change with every result. */
export const formOnPage = (league: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "form on page", page],
    meta: pointsIn(league),
    queryFn: () =>
      dataOf(
        joined(
          backend().rest.rpc("leaderboard_form", {
            league,
            page_limit: pageSize,
            page_offset: page * pageSize,
          }),
        ),
      ),
    select: formOfRows,
  });

export function formOfRows(rows: readonly FormRow[]): Map<string, (number | null)[]> {
  return new Map(rows.map(({ user_id, points }) => [user_id, points]));
}

/** Defined outside the query, because a new function in every render would count as a change. */
export function formByPlayer(rows: readonly LastFiveRow[]): Map<string, (number | null)[]> {
  const form = new Map<string, (number | null)[]>();
  for (const row of rows.toSorted((one, other) => other.position - one.position)) {
    form.set(row.user_id, [...(form.get(row.user_id) ?? []), row.points_earned]);
  }
  return form;
}

/** The crowd's figures on the leaderboard of a league or, with its id, of a period; null before a result. */
export const crowdOf = (league: string, periodId?: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "crowd", periodId ?? null],
    meta: pointsIn(league),
    queryFn: async () =>
      (
        await dataOf(
          joined(
            backend().rest.rpc(
              "crowd",
              periodId === undefined ? { league } : { league, _period_id: periodId },
            ),
          ),
        )
      )[0] ?? null,
  });

/** Milliseconds until a leaderboard is asked again while the points of the last results are being counted. */
export const countingPause = () => 1_000 + Math.random() * 4_000;

/** The numbers of players and completed matches, the day with which movement is compared, and what is being counted. */
export const summaryOf = (league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "summary"],
    meta: pointsIn(league),
    refetchInterval: ({ state }) => (state.data?.is_counting ? countingPause() : false),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("leaderboard_summary", { league }))))[0] ?? {
        players: 0,
        matches_completed: 0,
        compared_with: null,
        is_counting: false,
        points_counted: null,
        points_to_count: null,
        has_questions: false,
        carried_from: null,
      },
  });
