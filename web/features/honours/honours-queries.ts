import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDeviceDated, pointsIn } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { PeriodWinnerRow } from "../../backend/types/rows.ts";

/** The most rows of the lists of champions and of winners (honours/winners.sql). */
export const mostChampions = 200;
export const mostWinners = 100;

/** The champions of the archived leaderboards, latest first. */
export const champions = queryOptions({
  queryKey: [subject.archives, "champions"],
  meta: onDeviceDated,
  queryFn: () => dataOf(joined(backend().rest.rpc("champions"))),
});

/** The players who won matchdays or months, most wins first. */
export const winnerCounts = queryOptions({
  queryKey: [subject.leaderboard, "honours", "counts"],
  meta: pointsIn(null),
  queryFn: () => dataOf(joined(backend().rest.rpc("winner_counts"))),
});

const periodsOfPage = 12;

/**
 * The winners of matchdays or months and the leaders of those that are not final, latest first, page by page. A page has at
 * most three rows of each period.
 */
export const periodWinners = (kind: "matchday" | "month") =>
  infiniteQueryOptions({
    queryKey: [subject.leaderboard, "honours", kind],
    meta: pointsIn(null),
    initialPageParam: null as PeriodWinnerRow | null,
    getNextPageParam: (page: readonly PeriodWinnerRow[]) =>
      new Set(page.map((row) => row.period_id)).size < periodsOfPage ? null : (page.at(-1) ?? null),
    queryFn: ({ pageParam: last }) =>
      dataOf(
        joined(
          backend().rest.rpc("period_winners", {
            kind,
            last_periods: periodsOfPage,
            ...(last && { before_period: last.period_id }),
            ...(last?.last_day && { before_day: last.last_day }),
          }),
        ),
      ),
  });

/** The club's records, in the order of the page. */
export const clubRecords = queryOptions({
  queryKey: [subject.leaderboard, "honours", "records"],
  meta: pointsIn(null),
  queryFn: () => dataOf(joined(backend().rest.rpc("club_records"))),
});
