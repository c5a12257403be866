import * as words from "#words/home";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { PointsBadge } from "../../../football/components/points-badge.tsx";
import { OfficialScore, PredictionChip } from "../../../football/components/scoreboard.tsx";
import { isAwaitingResult } from "../../../football/rules/awaiting-result.ts";
import { kindOfPoints, type Prediction, pointsFor } from "../../../football/rules/points.ts";
import { liveMinute } from "../../../football/time/match-time.ts";
import { useNow } from "../../../football/time/use-now.ts";

/** A live match on grass, with the player's pick and its points now. */
export function LiveMatch({ match, pick }: { match: MatchRow; pick: Prediction | undefined }) {
  const now = useNow(30_000);
  const score = { home: match.home_score ?? 0, away: match.away_score ?? 0 };
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const isExact = pick !== undefined && kindOfPoints(pointsFor(pick, score)) === "exact";
  return (
    <section
      className={isExact ? "on-air grass exact" : "on-air grass"}
      aria-label={words.teamsLive({ home, away })}
      {...hueOf(match.league)}
    >
      <p>
        <CompetitionBadge name={match.league} />
        {isAwaitingResult(match, now) ? (
          <span className="awaiting-tag">{words.awaitsTheOrganiser}</span>
        ) : (
          <span className="live-tag">
            {words.liveAtMinute({ minute: liveMinute(match.kickoff_at, now) })}
          </span>
        )}
      </p>
      <div className="on-air-tie">
        <span>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="large" />
          <span>{home}</span>
        </span>
        <OfficialScore home={score.home} away={score.away} />
        <span>
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="large" />
          <span>{away}</span>
        </span>
      </div>
      <p className="on-air-pick">
        {pick ? (
          <>
            <span className="own-prediction">
              <span>{words.yourPick}</span> <PredictionChip {...pick} />
            </span>
            <PointsBadge prediction={pick} score={score} />
          </>
        ) : (
          <span>{words.noPickHere}</span>
        )}
      </p>
    </section>
  );
}
