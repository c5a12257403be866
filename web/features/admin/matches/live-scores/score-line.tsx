import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { LivePointsRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel } from "../../../../backend/types/providers.ts";
import type { LiveScoreRow, MatchRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../../football/components/competition-badge.tsx";
import { Crest } from "../../../../football/components/crest.tsx";
import { OfficialScore } from "../../../../football/components/scoreboard.tsx";
import { afterNinetyLabel } from "../../../../football/rules/after-ninety.ts";
import { isAwaitingResult } from "../../../../football/rules/awaiting-result.ts";
import { enterResultsPath } from "../../../../football/rules/round-address.ts";
import { clockTime, isPostponed } from "../../../../football/time/kick-off.ts";
import { kickOffOf, liveMinute } from "../../../../football/time/match-time.ts";
import { Link } from "../../../../routing/link.tsx";
import { useSession } from "../../../../session/session-store.ts";
import { Rich } from "../../../../ui/text/rich.tsx";
import { RunningScore } from "./running-score.tsx";
import { stateLabel } from "./state-label.ts";

interface Props {
  match: MatchRow;
  now: number;
  /** The provider's data of the match. */
  liveScore: LiveScoreRow | undefined;
  /** How many predictions would earn 3, 1 and 0 points at the current score. */
  points?: LivePointsRow | undefined;
}

/** One line for a match: competition, minute or kick-off, score, points at this score, and the time of the last change. Helpers have a
 * link that corrects a result; admins have Manage Matches. */
export function ScoreLine({ match, now, liveScore, points }: Props) {
  const { isAdmin } = useSession();
  const afterNinety = afterNinetyLabel({ home: match.home_score, away: match.away_score }, liveScore);
  return (
    <li className="live-score" {...hueOf(match.league)}>
      <div>
        <CompetitionBadge name={match.league} />
        <MatchTime match={match} now={now} liveScore={liveScore} />
      </div>
      <div className="live-teams">
        <span className="live-team home-team">
          <span className="live-name">{clubName(match.home_team_name)}</span>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
        </span>
        {match.status === "upcoming" ? (
          <i>{footballWords.versus}</i>
        ) : (
          <OfficialScore home={match.home_score} away={match.away_score} />
        )}
        <span className="live-team">
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
          <span className="live-name">{clubName(match.away_team_name)}</span>
        </span>
        {afterNinety && <small>{afterNinety}</small>}
      </div>
      {match.status === "live" && !isAwaitingResult(match, now) && <RunningScore match={match} />}
      <div className="live-facts">
        {points && match.status === "live" ? (
          <p>
            <Rich
              parts={words.pointsAsItStands({
                exact: points.exact,
                outcome: points.outcome,
                miss: points.miss,
                b: (text) => <b>{text}</b>,
              })}
            />
          </p>
        ) : (
          <p>{words.picks({ count: match.predictions_count })}</p>
        )}
        {match.status !== "upcoming" && (
          <p>
            {words.lastChange({
              time: clockTime(match.updated_at),
              source: liveScore && !liveScore.is_manual ? providerLabel(liveScore.source) : words.byHand,
            })}
          </p>
        )}
        {match.status === "completed" && !isAdmin && (
          <Link
            to={enterResultsPath(match)}
            aria-label={words.correctResultOfMatch({
              home: clubName(match.home_team_name),
              away: clubName(match.away_team_name),
            })}
          >
            {words.correctResult}
          </Link>
        )}
      </div>
    </li>
  );
}

function MatchTime({ match, now, liveScore }: Props) {
  const state = liveScore ? stateLabel(liveScore) : null;
  if (isAwaitingResult(match, now)) return <span className="awaiting-tag">{words.awaitingResult}</span>;
  if (match.status === "live") {
    const isPlayed = !liveScore || ["in_play", "extra_time", "penalties"].includes(liveScore.state);
    if (!isPlayed && state) return <span className="live-state">{state}</span>;
    return (
      <span className="live-tag">
        {state ?? words.liveAtMinute({ minute: liveMinute(match.kickoff_at, now) })}
      </span>
    );
  }
  if (match.status === "completed") return <span className="live-state">{footballWords.fullTime}</span>;
  return (
    <>
      <time dateTime={match.kickoff_confirmed ? match.kickoff_at : match.match_date}>
        {kickOffOf(match, now)}
      </time>
      {!match.kickoff_confirmed && !isPostponed(match) && (
        <span className="live-state">{state ?? words.timeToBeConfirmed}</span>
      )}
    </>
  );
}
