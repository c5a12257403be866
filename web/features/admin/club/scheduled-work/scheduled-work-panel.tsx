import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import * as words from "#words/admin-club";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { nameOfJob } from "../../../../backend/sentences/job-sentences.ts";
import type { ScheduledJobRow } from "../../../../backend/types/admin-rows.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { intervalLabel } from "./interval-label.ts";
import { RunList } from "./run-list.tsx";
import { runNow } from "./schedule-mutations.ts";
import { jobs, scheduledWork } from "./schedule-queries.ts";
import "./scheduled-work.css";

export { ScheduledWorkPanel as Component };

/** The scheduled jobs with their intervals, results and next runs. */
function ScheduledWorkPanel() {
  const list = useQuery(jobs);
  return (
    <section aria-labelledby="scheduled-work">
      <div className="section-head">
        <h2 id="scheduled-work">{words.scheduledWork}</h2>
        <p>{words.automaticTasks}</p>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadScheduledWork}
        loading={{ count: 5, height: 56, label: words.loadingScheduledWork }}
      >
        {(data) => (
          <ul className="record-list scheduled-jobs">
            {data.map((job) => (
              <Job key={job.name} job={job} />
            ))}
          </ul>
        )}
      </QueryView>
      <RunList />
    </section>
  );
}

function Job({ job }: { job: ScheduledJobRow }) {
  const name = nameOfJob(job.name);
  const now = useAdminMutation(
    () => runNow(job.name),
    { success: words.jobWillStart({ name }), failure: words.failedToStartTheTask },
    { stale: [scheduledWork] },
  );
  return (
    <li>
      <div>
        <b>{name}</b>
        <span>
          {words.intervalAndNext({
            interval: intervalLabel(job.every_seconds),
            time: kickOffInSentence(job.next_run_at, serverNow()),
          })}
        </span>
      </div>
      <div className="scheduled-job-actions">
        <LastRun job={job} />
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.runJobNow({ name })}
          disabled={now.isPending}
          onClick={() => now.mutate(undefined)}
        >
          {words.runNow}
        </button>
      </div>
    </li>
  );
}

function LastRun({ job }: { job: ScheduledJobRow }) {
  if (job.is_running)
    return (
      <span className="run-state">
        <LoaderCircle size={16} aria-hidden="true" /> <span>{words.running}</span>
      </span>
    );
  if (job.last_run_at === null) return <span className="run-state">{words.notRunYet}</span>;
  const when = kickOffInSentence(job.last_run_at, serverNow());
  return job.last_run_failed ? (
    <span className="run-state failed">
      <CircleAlert size={16} aria-hidden="true" /> <span>{words.failedWhen({ when })}</span>
    </span>
  ) : (
    <span className="run-state">
      <CircleCheck size={16} aria-hidden="true" /> <span>{words.doneWhen({ when })}</span>
    </span>
  );
}
