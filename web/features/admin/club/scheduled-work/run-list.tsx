import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { jobSentences, nameOfJob } from "../../../../backend/sentences/job-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { ScheduledRunRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { FirstOnly } from "../../../../ui/loading/first-only.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { maxRuns, runs } from "./schedule-queries.ts";

/** The latest runs that changed something or failed, newest first. */
export function RunList() {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const list = useQuery(runs(onlyFailed));
  return (
    <section aria-labelledby="latest-runs">
      <div className="section-head">
        <h3 id="latest-runs">{words.latestRuns}</h3>
        <p>{words.onlyRunsWithWork}</p>
      </div>
      <label className="checkbox-field run-filter">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.target.checked)}
        />
        <span>{words.failedRunsOnly}</span>
      </label>
      <QueryView
        query={list}
        failed={words.failedToLoadScheduledWork}
        loading={{ count: 6, height: 44, label: words.loadingRuns }}
        empty={{
          title: onlyFailed ? words.noFailedRuns : words.noRunsYet,
          text: words.whichRunsAreListed,
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable columns={columns} rows={data} keyOf={(run) => run.id} />
          </div>
        )}
      </QueryView>
      <FirstOnly shown={list.data?.length ?? 0} most={maxRuns} />
    </section>
  );
}

const columns: readonly Column<ScheduledRunRow>[] = [
  { title: words.when, cell: (run) => kickOff(run.started_at, serverNow()) },
  { title: words.task, cell: (run) => nameOfJob(run.job) },
  {
    title: words.result,
    cell: (run) => <span className={run.has_failed ? "failed-run" : undefined}>{resultOf(run)}</span>,
  },
];

function resultOf({ finished_at, has_failed, detail: english, facts }: ScheduledRunRow): string {
  const detail = sentenceOf(jobSentences, facts) ?? english;
  if (finished_at === null) return words.running;
  if (has_failed) return words.failedForReason({ reason: detail ?? words.noReasonGiven });
  return detail !== null && /^\d+$/.test(detail) ? words.doneDetail({ detail }) : (detail ?? words.done);
}
