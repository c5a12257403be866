import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type {
  HomeLeaderboardRow,
  PlayableCompetitionRow,
  SubscriberCountRow,
} from "../../backend/types/rows.ts";

/** The weekend or midweek to come of each competition, in order of their locks. Visible to everyone. */
export const nextMatches = queryOptions({
  queryKey: [subject.matches, "next"],
  queryFn: () => dataOf(backend().rest.rpc("next_rounds", {}, { get: true })),
});

/** Names of the competitions in which the player may predict. */
export const playableLeagues = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    queryFn: () => dataOf(backend().rest.rpc("my_competitions")),
    select: playableNames,
  });

/** The first places of each table that the admins chose for Home, in the competitions' order. */
export const homeLeaderboards = queryOptions({
  queryKey: [subject.leaderboard, "home"],
  queryFn: () => dataOf(backend().rest.rpc("home_leaderboards")),
  select: byLeague,
});

/** Active subscriptions that the jackpot counts. For the signed-in alone. */
export const subscribers = queryOptions({
  queryKey: [subject.subscribers],
  queryFn: () => dataOf(backend().rest.rpc("subscriber_count")),
  select: total,
});

export const newsPage = 5;

/** Active news, the latest first, page by page. */
export const latestNews = infiniteQueryOptions({
  queryKey: [subject.news, "active"],
  initialPageParam: 0,
  queryFn: ({ pageParam }) =>
    dataOf(
      backend()
        .rest.from("news")
        .select("*")
        .eq("is_active", true)
        .order("created_at", { ascending: false })
        .order("id")
        .range(pageParam, pageParam + newsPage - 1),
    ),
  getNextPageParam: (last, pages) => (last.length < newsPage ? null : pages.length * newsPage),
  // News that is withdrawn is no longer the visitor's to see, so no live update tells of it.
  refetchInterval: 30_000,
});

// Selectors stand outside their queries: one that is new in every render would be a change in every render.
function playableNames(rows: readonly PlayableCompetitionRow[]): Set<string> {
  return new Set(rows.filter(({ may_predict }) => may_predict).map(({ league }) => league));
}

function byLeague(rows: readonly HomeLeaderboardRow[]): [league: string, rows: HomeLeaderboardRow[]][] {
  const tables = new Map<string, HomeLeaderboardRow[]>();
  for (const row of rows) tables.set(row.league, [...(tables.get(row.league) ?? []), row]);
  return [...tables];
}

function total(rows: readonly SubscriberCountRow[]): number {
  return rows.reduce((sum, { subscribers }) => sum + subscribers, 0);
}
