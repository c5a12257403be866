import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";

/** The most rows of the lists of champions and of winners (41_honours.sql). */
export const mostChampions = 200;
export const mostWinners = 100;

/** The champions of the archived leaderboards, latest first. */
export const champions = queryOptions({
  queryKey: [subject.archives, "champions"],
  queryFn: () => dataOf(backend().rest.rpc("champions")),
});

/** The players who won matchdays or months, most wins first. */
export const winnerCounts = queryOptions({
  queryKey: [subject.leaderboard, "honours", "counts"],
  queryFn: () => dataOf(backend().rest.rpc("winner_counts")),
});

/** The winners of the last matchdays or months, latest first. */
export const periodWinners = (kind: "matchday" | "month") =>
  queryOptions({
    queryKey: [subject.leaderboard, "honours", kind],
    queryFn: () => dataOf(backend().rest.rpc("period_winners", { kind, last_periods: 12 })),
  });

/** The club's records, in the order of the page. */
export const clubRecords = queryOptions({
  queryKey: [subject.leaderboard, "honours", "records"],
  queryFn: () => dataOf(backend().rest.rpc("club_records")),
});
