import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
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
        <h3 id="latest-runs">Latest runs</h3>
        <p>Only runs that had something to do</p>
      </div>
      <label className="checkbox-field run-filter">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.target.checked)}
        />
        Failed runs only
      </label>
      <QueryView
        query={list}
        failed="Failed to load scheduled work"
        loading={{ count: 6, height: 44, label: "Loading runs" }}
        empty={{
          title: onlyFailed ? "No failed runs" : "No runs yet",
          text: "Runs of the last 30 days are listed here.",
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
  { title: "When", cell: (run) => kickOff(run.started_at, serverNow()) },
  { title: "Task", cell: (run) => run.job },
  {
    title: "Result",
    cell: (run) => <span className={run.has_failed ? "failed-run" : undefined}>{resultOf(run)}</span>,
  },
];

function resultOf({ finished_at, has_failed, detail }: ScheduledRunRow): string {
  if (finished_at === null) return "Running";
  if (has_failed) return `Failed: ${detail ?? "no reason given"}`;
  return /^\d+$/.test(detail ?? "") ? `Done: ${detail}` : (detail ?? "Done");
}
