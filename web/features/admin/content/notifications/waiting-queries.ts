import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** A matchday becomes final without a message to this page, so the list is loaded again every minute. */
const refreshEvery = 60_000;

/** The final matchdays and months whose winners are not told yet, the next first. */
export const winnersToTell = queryOptions({
  queryKey: [subject.notifications, "winners to tell"],
  queryFn: () => dataOf(backend().rest.rpc("winners_to_tell")),
  refetchInterval: refreshEvery,
});

/** The days with results that no message has told yet, the first day first. */
export const resultsToTell = queryOptions({
  queryKey: [subject.notifications, "results to tell"],
  queryFn: () => dataOf(backend().rest.rpc("results_to_tell")),
  refetchInterval: refreshEvery,
});

/** The matchdays that were over within the last two days, the latest first. A result loads them again. */
export const roundReports = queryOptions({
  queryKey: [subject.leaderboard, "Overall", "round reports"],
  meta: { isOutdatedBy: (_, kind) => kind === "result" },
  queryFn: () => dataOf(backend().rest.rpc("round_reports")),
});
