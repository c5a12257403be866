import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";

export const subject = "scheduled work";

/** Runs shown at once; older ones are of no use to anybody who looks for what went wrong. */
const shown = 50;
/** Work goes on while the page is open. */
const refreshEvery = 10_000;

/** Every job, with its last run and its next. */
export const jobs = queryOptions({
  queryKey: [subject, "jobs"],
  queryFn: () => dataOf(backend().rest.rpc("scheduled_jobs")),
  refetchInterval: refreshEvery,
});

/** The latest runs that did something or failed. */
export const runs = (onlyFailed: boolean) =>
  queryOptions({
    queryKey: [subject, "runs", onlyFailed],
    queryFn: () => dataOf(backend().rest.rpc("scheduled_runs", { _only_failed: onlyFailed, _limit: shown })),
    refetchInterval: refreshEvery,
  });

export const runNow = (name: string) => dataOf(backend().rest.rpc("run_job_now", { _name: name }));
