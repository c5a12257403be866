import * as footballWords from "#words/football";
import * as words from "#words/screen";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { ScreenMatch } from "../../backend/types/screen-rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { OfficialScore } from "../../football/components/scoreboard.tsx";
import { isAwaitingResult } from "../../football/rules/awaiting-result.ts";
import { kickOffOf, liveMinute } from "../../football/time/match-time.ts";
import { useNow } from "../../football/time/use-now.ts";
import { PageDots } from "./page-dots.tsx";
import { isShown, matchesTurning } from "./turning.ts";

const perPage = 4;
const order: readonly ScreenMatch["status"][] = ["live", "completed", "upcoming"];

/** The live matches, the results of the last hours and the next kick-offs. */
export function ScreenMatches({ matches, turn }: { matches: readonly ScreenMatch[]; turn: number }) {
  const rows = matches.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const live = rows.filter(({ status }) => status === "live").length;
  const turning = matchesTurning(live, rows.length, perPage);
  return (
    <section className="screen-matches" aria-labelledby="screen-matches">
      <div className="screen-title">
        <h2 id="screen-matches">{words.matches}</h2>
        <PageDots turning={turning} turn={turn} />
      </div>
      {rows.length === 0 && <p>{words.noMatches}</p>}
      <ul>
        {rows.map((match, at) => (
          <li
            key={`${match.league} ${match.home_team_name} ${match.away_team_name} ${match.match_date}`}
            className={isShown(at, turning, turn) ? "" : "other-page"}
          >
            <span className="screen-team">
              <span>{clubName(match.home_team_name)}</span>
              <Crest team={match.home_team_name} logo={match.home_team_logo} />
            </span>
            <div>
              {match.status === "upcoming" ? (
                <i className="screen-versus">{footballWords.versus}</i>
              ) : (
                <OfficialScore home={match.home_score} away={match.away_score} />
              )}
              <MatchState match={match} />
            </div>
            <span className="screen-team">
              <Crest team={match.away_team_name} logo={match.away_team_logo} />
              <span>{clubName(match.away_team_name)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MatchState({ match }: { match: ScreenMatch }) {
  const now = useNow(30_000);
  if (match.status === "completed") return <p>{footballWords.fullTime}</p>;
  if (match.status === "upcoming") return <p>{kickOffOf(match, now)}</p>;
  if (isAwaitingResult(match, now)) return <p>{words.waitsForTheResult}</p>;
  return (
    <p>
      <span className="live-tag">{words.liveAtMinute({ minute: liveMinute(match.kickoff_at, now) })}</span>
    </p>
  );
}
