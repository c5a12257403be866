import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import * as footballWords from "#words/football";
import { clubDate } from "../../../../football/time/club-day.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { unfinishedMatches } from "./season-end-queries.ts";
import type { StepProps } from "./step-props.ts";

/** The matches that are not finished, each with a checkbox that cancels it. The others are kept. */
export function MatchesStep({ onTake, actions }: StepProps) {
  const matches = useQuery(unfinishedMatches);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = matches.data ?? [];
  const cancel = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    setChosen(next);
  };
  return (
    <Form className="season-form" onSubmit={() => onTake({ cancel })}>
      <QueryView
        query={matches}
        failed={words.failedToLoadTheMatches}
        loading={{ count: 3, height: 56, label: words.loadingTheMatches }}
      >
        {(list) =>
          list.length > 0 && (
            <fieldset className="season-matches">
              <legend>{words.chooseTheMatchesToCancel}</legend>
              <p>{words.whatCancellingMatchesDoes}</p>
              <label className="checkbox-field">
                <input
                  type="checkbox"
                  checked={cancel.length === list.length}
                  onChange={(event) =>
                    choose(
                      list.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                />
                <span>{words.allMatches({ count: list.length })}</span>
              </label>
              <ul>
                {list.map((match) => (
                  <li key={match.id}>
                    <label className="checkbox-field">
                      <input
                        type="checkbox"
                        checked={chosen.has(match.id)}
                        onChange={(event) => choose([match.id], event.target.checked)}
                      />
                      <span>
                        <span>{footballWords.teams({ home: match.home, away: match.away })}</span>
                        <small>
                          {`${match.league}, ${clubDate(match.match_date)}, ${words.countOfPicks({ count: match.predictions })}${match.is_awaiting_result ? words.noResultYet : ""}`}
                        </small>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
          )
        }
      </QueryView>
      {matches.data && actions(labelOf(cancel.length, rows.length))}
    </Form>
  );
}

function labelOf(cancelled: number, all: number): string {
  if (all === 0) return words.continueLabel;
  if (cancelled === 0) return words.keepAll({ all });
  return cancelled === all
    ? words.cancelAll({ all })
    : words.cancelAndKeep({ cancelled, kept: all - cancelled });
}
