import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
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
        <h2 id="season-end">{words.endTheSeason}</h2>
        {plan.data?.season != null && (
          <p>
            {words.seasonFromTo({
              season: plan.data.season,
              from: clubDate(plan.data.first_day ?? ""),
              to: clubDate(plan.data.last_day ?? ""),
            })}
          </p>
        )}
      </div>
      <QueryView
        query={plan}
        failed={words.failedToLoadEnd}
        loading={{ count: 9, height: 72, label: words.loadingEndOfSeason }}
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
      {words.endOfSeasonWasUndone({ ago: timeAgo(plan.undone_at, serverNow()) })}
    </p>
  );
  switch (plan.state) {
    case "nothing":
      return (
        <>
          {undone}
          <EmptyState title={words.thereIsNoSeason}>{words.whenStepsAppear}</EmptyState>
        </>
      );
    case "ready":
      return undone || <p className="season-state">{words.howStepsWork}</p>;
    case "under_way":
      return (
        <p className="season-state" role="status">
          {words.stepsAreDone({
            done: plan.steps.filter(({ state }) => state !== "open").length,
            steps: plan.steps.length,
          })}
        </p>
      );
    case "done":
      return (
        <p className="notice success" role="status">
          {`${words.theSeasonHasEnded}${plan.undo_until !== null ? ` ${words.itCanBeUndone({ time: timeLeft(plan.undo_until, serverNow()) })}` : ""}`}
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
          <li key={sentence}>{`${sentence}.`}</li>
        ))}
      </ul>
    </div>
  );
}
