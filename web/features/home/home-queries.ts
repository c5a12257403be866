import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDeviceDated, pointsIn } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { HomeLeaderboardRow, SubscriberCountRow } from "../../backend/types/rows.ts";

/** The first places of each leaderboard chosen for Home, in the order of the competitions. */
export const homeLeaderboards = queryOptions({
  queryKey: [subject.leaderboard, "home"],
  meta: pointsIn(null),
  queryFn: () => dataOf(joined(backend().rest.rpc("home_leaderboards"))),
  select: byLeague,
});

/** The number of active subscriptions that the jackpot counts. Refused to visitors. */
export const subscribers = queryOptions({
  queryKey: [subject.subscribers],
  meta: { isOnDevice: false },
  queryFn: () => dataOf(joined(backend().rest.rpc("subscriber_count"))),
  select: total,
});

/** The rupees paid for running subscriptions; null unless the jackpot counts payments. */
export const paymentsReceived = queryOptions({
  queryKey: [subject.subscribers, "payments"],
  meta: { isOnDevice: false },
  queryFn: () => dataOf(backend().rest.rpc("payments_received")),
});

export const newsPage = 5;

/** Active news, latest first, page by page. */
export const latestNews = infiniteQueryOptions({
  queryKey: [subject.news, "active"],
  meta: onDeviceDated,
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
  // By numbers, unlike other lists (paging.ts): all pages load again after a change.
  getNextPageParam: (last, pages) => (last.length < newsPage ? null : pages.length * newsPage),
});

// Selectors are defined outside the queries, because a new function in every render would run again in every render.
function byLeague(rows: readonly HomeLeaderboardRow[]): [league: string, rows: HomeLeaderboardRow[]][] {
  const leaderboards = new Map<string, HomeLeaderboardRow[]>();
  for (const row of rows) leaderboards.set(row.league, [...(leaderboards.get(row.league) ?? []), row]);
  return [...leaderboards];
}

function total(rows: readonly SubscriberCountRow[]): number {
  return rows.reduce((sum, { subscribers }) => sum + subscribers, 0);
}
