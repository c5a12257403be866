import { useQuery } from "@tanstack/react-query";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ResultsToTellRow } from "../../../../backend/types/admin-rows.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { resultsToTell, tellResults } from "./waiting-queries.ts";

/** The days whose results no message has told yet. They can be told before their rounds are finished. */
export function ResultsToTell() {
  const list = useQuery(resultsToTell);
  const send = useAdminMutation(
    () => tellResults(),
    {
      success: (messages) => `${plural(messages, "message")} sent`,
      failure: "Failed to send the messages",
    },
    { stale: [subject.notifications] },
  );
  return (
    <section aria-labelledby="results-to-tell">
      <div className="section-head">
        <h2 id="results-to-tell">Results to tell</h2>
        <p>One message to each member when a round is finished</p>
      </div>
      <QueryView
        query={list}
        failed="Failed to load the results to tell"
        loading={{ count: 1, height: 88, label: "Loading the results to tell" }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">No result waits.</p>
          ) : (
            <>
              <ul className="record-list">
                {rows.map((row) => (
                  <li key={row.day}>
                    <div>
                      <b>{clubDate(row.day)}</b>
                      <span>
                        {row.completed} of {plural(row.matches, "match", "matches")} completed
                      </span>
                      <span>{waitInWords(row)}</span>
                    </div>
                  </li>
                ))}
              </ul>
              <button
                type="button"
                className="btn secondary"
                disabled={send.isPending}
                onClick={() => send.mutate(undefined)}
              >
                Tell these results now
              </button>
            </>
          )
        }
      </QueryView>
    </section>
  );
}

function waitInWords({ completed, matches, waits_for }: ResultsToTellRow): string {
  if (waits_for !== null) return `Waits for ${waits_for}, which is in the same round.`;
  if (completed < matches) return "Waits for the day's other matches, until 07:00 the next morning.";
  return "Told within a minute, when no result can be undone any more.";
}
