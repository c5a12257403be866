import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { SeasonPlan } from "../../../../backend/types/season-rows.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { timeLeft } from "../../../../football/time/kick-off.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { seasonPlan } from "./season-end-queries.ts";
import { SeasonSteps } from "./season-steps.tsx";
import { UndoSeason } from "./undo-season.tsx";

export { SeasonEndPanel as Component };

/** Ends the season in nine steps, each of which can be undone. The page may be left between them. */
function SeasonEndPanel() {
  const plan = useQuery(seasonPlan);
  const [kept, setKept] = useState<string[]>([]);
  return (
    <section aria-labelledby="season-end">
      <div className="section-head">
        <h2 id="season-end">End the season</h2>
        {plan.data?.season != null && (
          <p>
            {plan.data.season}, {clubDate(plan.data.first_day ?? "")} to {clubDate(plan.data.last_day ?? "")}
          </p>
        )}
      </div>
      <QueryView
        query={plan}
        failed="Failed to load the end of the season"
        loading={{ count: 9, height: 72, label: "Loading the end of the season" }}
      >
        {(data) => (
          <>
            <State plan={data} />
            <Kept sentences={kept} />
            {data.steps.length > 0 && (
              <SeasonSteps plan={data} onTaken={() => setKept([])} onUndone={setKept} />
            )}
            {data.undo_until !== null && <UndoSeason until={data.undo_until} onUndone={setKept} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

function State({ plan }: { plan: SeasonPlan }) {
  const undone = plan.undone_at !== null && (
    <p className="notice success">
      The end of the season was undone {timeAgo(plan.undone_at, serverNow())}. It can be ended again.
    </p>
  );
  switch (plan.state) {
    case "nothing":
      return (
        <>
          {undone}
          <EmptyState title="There is no season to end">
            The steps appear here after the first match with predictions was completed.
          </EmptyState>
        </>
      );
    case "ready":
      return (
        undone || (
          <p className="season-state">
            Nine steps, in this order. Each can be undone, and all together for 24 hours after the last one.
            You may leave between two steps and continue later.
          </p>
        )
      );
    case "under_way":
      return (
        <p className="season-state" role="status">
          {plan.steps.filter(({ state }) => state !== "open").length} of {plan.steps.length} steps are done.
          You may leave and continue later.
        </p>
      );
    case "done":
      return (
        <p className="notice success" role="status">
          The season has ended.
          {plan.undo_until !== null && ` It can be undone for ${timeLeft(plan.undo_until, serverNow())}.`}
        </p>
      );
  }
}

/** What an undo left as it was, because it has changed since. */
function Kept({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="notice season-kept" role="status">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </div>
  );
}
