import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ResultsToTellRow } from "../../../../backend/types/admin-rows.ts";
import { clubDate, matchLabel } from "../../../../football/time/club-day.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { tellResults } from "./waiting-mutations.ts";
import { resultsToTell } from "./waiting-queries.ts";

/** The days whose results no message has told yet. They can be told before their rounds are finished. */
export function ResultsToTell() {
  const list = useQuery(resultsToTell);
  const send = useAdminMutation(
    () => tellResults(),
    {
      success: (messages) => words.messagesSent({ messages }),
      failure: words.failedToSendTheMessages,
    },
    { stale: [subject.notifications] },
  );
  return (
    <section aria-labelledby="results-to-tell">
      <div className="section-head">
        <h2 id="results-to-tell">{words.resultsToTell}</h2>
        <p>{words.whenResultsAreTold}</p>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadResults}
        loading={{ count: 1, height: 88, label: words.loadingTheResultsToTell }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{words.noResultWaits}</p>
          ) : (
            <>
              <ul className="record-list">
                {rows.map((row) => (
                  <li key={row.day}>
                    <div>
                      <b>{clubDate(row.day)}</b>
                      <span>
                        {words.countOfMatchesCompleted({ completed: row.completed, matches: row.matches })}
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
                {words.tellTheseResultsNow}
              </button>
            </>
          )
        }
      </QueryView>
    </section>
  );
}

function waitInWords({ completed, matches, waits_for }: ResultsToTellRow): string {
  if (waits_for !== null) return words.waitsForMatch({ match: matchLabel(waits_for) });
  if (completed < matches) return words.waitsForOtherMatches;
  return words.toldWithinAMinute;
}
