import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";

// not a text: a key of queries
export const scheduledWork = "scheduled work";

/** The number of runs shown. */
export const maxRuns = 50;

/** Jobs run while the page is open. */
const refreshEvery = 10_000;

/** Every job, with its last and next run. */
export const jobs = queryOptions({
  queryKey: [scheduledWork, "jobs"],
  queryFn: () => dataOf(backend().rest.rpc("scheduled_jobs")),
  refetchInterval: refreshEvery,
});

/** The latest runs that changed something or failed. */
export const runs = (onlyFailed: boolean) =>
  queryOptions({
    queryKey: [scheduledWork, "runs", onlyFailed],
    queryFn: () =>
      dataOf(backend().rest.rpc("scheduled_runs", { _only_failed: onlyFailed, _limit: maxRuns })),
    refetchInterval: refreshEvery,
  });
