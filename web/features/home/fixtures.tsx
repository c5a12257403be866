import { Check } from "lucide-react";
import { memo } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/home";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { CompetitionShape, hueOf } from "../../football/components/competition-badge.tsx";
import { Crest } from "../../football/components/crest.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { byDay } from "../../football/time/coming-round.ts";
import { clockTime, timeLeft } from "../../football/time/kick-off.ts";
import { matchPath, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

interface Props {
  round: readonly MatchRow[];
  now: number;
  predictions: ReadonlyMap<string, PredictionRow> | undefined;
  leagues: ReadonlySet<string> | undefined;
  /** Whether the viewer is signed in: members' links lead to the matches, visitors' links to the sign-in. */
  member: boolean;
}

/** The matches by day, one line each. Memoised, because Home renders again with every answer. */
export const Fixtures = memo(function Fixtures({ round, now, predictions, leagues, member }: Props) {
  return (
    <div className="fixtures">
      {byDay(round).map(({ day, matches }) => (
        <div key={day}>
          <h3 className="fixtures-day">{day}</h3>
          {matches.map((match) => (
            <Link
              className="fixture-line"
              key={match.id}
              to={member ? matchPath(match.id) : paths.signIn}
              {...hueOf(match.league)}
            >
              <time dateTime={match.kickoff_at}>
                <CompetitionShape name={match.league} />
                <span className="visually-hidden">{match.league}</span>
                <span>{match.kickoff_confirmed ? clockTime(match.kickoff_at) : words.tbc}</span>
              </time>
              <span className="home-side">{clubName(match.home_team_name)}</span>
              <span className="home-crest">
                <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
              </span>
              <Middle prediction={predictions?.get(match.id)} />
              <span className="away-crest">
                <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
              </span>
              <span className="away-side">{clubName(match.away_team_name)}</span>
              <Note
                prediction={predictions?.get(match.id)}
                open={member && (leagues?.has(match.league) ?? false)}
                known={predictions !== undefined}
                wait={
                  member ? words.subscribersOnly : words.locksInTime({ time: timeLeft(match.locks_at, now) })
                }
              />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
});

function Middle({ prediction }: { prediction: PredictionRow | undefined }) {
  return (
    <span className="versus-or-prediction">
      {prediction ? (
        <PredictionChip home={prediction.home_prediction} away={prediction.away_prediction} />
      ) : (
        <i>{footballWords.versus}</i>
      )}
    </span>
  );
}

function Note({
  prediction,
  open,
  known,
  wait,
}: {
  prediction: PredictionRow | undefined;
  open: boolean;
  /** Whether the player's predictions are loaded. Until then no note asks for a prediction. */
  known: boolean;
  wait: string;
}) {
  if (prediction)
    return (
      <span className="note saved">
        <Check aria-hidden="true" />
        <span>{words.saved}</span>
      </span>
    );
  if (!open) return <span className="note not-open">{wait}</span>;
  return known ? <span className="note add-prediction">{words.addYourPick}</span> : <span className="note" />;
}
