import { queryOptions, useQuery } from "@tanstack/react-query";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { isCup } from "../../../football/rules/competitions.ts";
import { clubDate } from "../../../football/time/club-day.ts";
import { QueryView } from "../../../ui/loading/query-view.tsx";
import { type MatchGuide, placeInWords, resultInWords, type TeamGuide } from "./match-guide-words.ts";
import "./match-guide.css";
import { managedMatches, onDevice } from "../../../backend/queries/query-meta.ts";

export const guideOf = (matchId: string) =>
  queryOptions({
    queryKey: [subject.matches, "guide", matchId],
    meta: { ...managedMatches, ...onDevice },
    queryFn: async () =>
      (await dataOf(
        backend().rest.rpc("match_guide", { _match_id: matchId }),
      )) as unknown as MatchGuide | null,
  });

/** The form of both teams, their places in the real table, and their last meeting. */
export function MatchGuideFacts({ match }: { match: MatchRow }) {
  const guide = useQuery(guideOf(match.id));
  return (
    <QueryView
      query={guide}
      failed={words.failedToLoadTheForm}
      loading={{ count: 1, height: 128, label: words.loadingTheForm }}
    >
      {(data) =>
        data && (
          <>
            <ul>
              <Team name={match.home_team_name} guide={data.home} league={match.league} />
              <Team name={match.away_team_name} guide={data.away} league={match.league} />
            </ul>
            <p>
              {data.last_meeting === null
                ? words.noEarlierMeeting
                : words.lastMeeting({
                    result: resultInWords(data.last_meeting),
                    date: clubDate(data.last_meeting.date),
                  })}
            </p>
          </>
        )
      }
    </QueryView>
  );
}

function Team({ name, guide, league }: { name: string; guide: TeamGuide; league: string }) {
  const place = isCup(league) ? null : placeInWords(guide);
  return (
    <li>
      <b>{clubName(name)}</b>
      {place && <span>{place}</span>}
      {guide.form.length === 0 ? (
        <span>{words.noResultsYet}</span>
      ) : (
        <FormMarks name={name} form={guide.form} />
      )}
    </li>
  );
}

/** The last results of a team, the latest last, as newspapers print them. */
export function FormMarks({ name, form }: { name: string; form: TeamGuide["form"] }) {
  return (
    <ol aria-label={words.lastResultsOf({ team: clubName(name) })}>
      {form.toReversed().map((result) => (
        <FormResult key={`${result.date} ${result.home} ${result.away}`} result={result} />
      ))}
    </ol>
  );
}

const results = {
  W: { word: words.won, letter: words.wonLetter },
  D: { word: words.drawn, letter: words.drawnLetter },
  L: { word: words.lost, letter: words.lostLetter },
} as const;

function FormResult({ result }: { result: TeamGuide["form"][number] }) {
  const { word, letter } = results[result.result];
  const score = `${word}: ${resultInWords(result)}, ${clubDate(result.date)}`;
  return (
    <li data-result={result.result} title={score}>
      <span aria-hidden="true">{letter}</span>
      <span className="visually-hidden">{score}</span>
    </li>
  );
}
