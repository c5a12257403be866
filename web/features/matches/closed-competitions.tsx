import { ChevronDown, Ticket } from "lucide-react";
import * as footballWords from "#words/football";
import * as words from "#words/matches";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import { Crest } from "../../football/components/crest.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { kickOffOf } from "../../football/time/match-time.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import "./closed-competitions.css";

interface Props {
  /** Open matches that need a subscription, by kick-off. */
  matches: readonly MatchRow[];
  now: number;
  predictions: ReadonlyMap<string, PredictionRow>;
}

/** The competitions that a code opens for the player, each as one row that unfolds its matches. */
export function ClosedCompetitions({ matches, now, predictions }: Props) {
  const leagues = [...new Set(matches.map(({ league }) => league))];
  return (
    <section aria-labelledby="open-with-a-code">
      <div className="section-head">
        <h2 id="open-with-a-code">{words.openWithACode}</h2>
        <p>{words.oneCodeOpensEveryMatch}</p>
      </div>
      <div className="closed-competitions">
        {leagues.map((league) => {
          const theirs = matches.filter((match) => match.league === league);
          const [first] = theirs;
          return (
            <div key={league} className="closed-competition" {...hueOf(league)}>
              <details>
                <summary>
                  <CompetitionBadge name={league} />
                  <small>
                    {`${words.countOfMatches({ count: theirs.length })}${first ? words.nextKickOff({ time: kickOffOf(first, now, kickOffInSentence) }) : ""}`}
                  </small>
                  <ChevronDown aria-hidden="true" />
                </summary>
                <ul>
                  {theirs.map((match) => (
                    <Fixture key={match.id} match={match} now={now} prediction={predictions.get(match.id)} />
                  ))}
                </ul>
              </details>
              <Link className="btn secondary" to={paths.subscriptions}>
                <Ticket size={18} aria-hidden="true" />
                <span>{words.redeemACode}</span>
                <span className="visually-hidden">{` ${words.forCompetition({ competition: league })}`}</span>
              </Link>
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** `prediction`: one from the time of an ended subscription, which still counts. */
function Fixture({
  match,
  now,
  prediction,
}: {
  match: MatchRow;
  now: number;
  prediction: PredictionRow | undefined;
}) {
  return (
    <li data-match={match.id} tabIndex={-1}>
      <span className="closed-tie">
        <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
        <span>{clubName(match.home_team_name)}</span> <i>{footballWords.versus}</i>{" "}
        <span>{clubName(match.away_team_name)}</span>
        <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
      </span>
      {prediction && (
        <span className="closed-pick">
          <span>{words.yourPick}</span>{" "}
          <PredictionChip home={prediction.home_prediction} away={prediction.away_prediction} />
        </span>
      )}
      <time dateTime={match.kickoff_confirmed ? match.kickoff_at : match.match_date}>
        {kickOffOf(match, now)}
      </time>
    </li>
  );
}
