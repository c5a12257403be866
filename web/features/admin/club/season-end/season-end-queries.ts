import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";

/** Another organiser may do the next step, and the time to undo passes. */
const refreshEvery = 60_000;

/** What the steps change. */
export const staleAfterSeasonStep = [
  subject.dashboard,
  subject.archives,
  subject.subscriptionArchives,
  subject.subscriptions,
  subject.subscribers,
  subject.codes,
  subject.notifications,
  ...staleAfterResult,
] as const;

export const seasonPlan = queryOptions({
  queryKey: [subject.dashboard, "season plan"],
  queryFn: () => dataOf(backend().rest.rpc("season_plan")),
  refetchInterval: refreshEvery,
});

export const unfinishedMatches = queryOptions({
  queryKey: [subject.dashboard, "unfinished matches"],
  queryFn: () => dataOf(backend().rest.rpc("season_unfinished_matches")),
});
