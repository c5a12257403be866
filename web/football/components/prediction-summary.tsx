import * as words from "#words/football";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { PlayerPredictionRow } from "../../backend/types/rows.ts";
import { type AfterNinety, afterNinetyLabel } from "../rules/after-ninety.ts";
import { isAwaitingResult } from "../rules/awaiting-result.ts";
import { kickOffOf } from "../time/match-time.ts";
import { CompetitionShape } from "./competition-badge.tsx";
import { PointsBadge } from "./points-badge.tsx";
import { PredictionChip } from "./scoreboard.tsx";

interface Props {
  row: PlayerPredictionRow;
  now: number;
  afterNinety: AfterNinety | undefined;
}

/** A match with its score, and what was predicted and earned. */
export function PredictionSummary({ row, now, afterNinety }: Props) {
  const score =
    row.home_score !== null && row.away_score !== null
      ? { home: row.home_score, away: row.away_score }
      : null;
  const prediction = { home: row.home_prediction, away: row.away_prediction, isDouble: row.is_double };
  const isAwaiting = isAwaitingResult({ ...row, league: row.match_league }, now);
  const after = afterNinetyLabel({ home: row.home_score, away: row.away_score }, afterNinety);
  return (
    <>
      <div>
        <b>
          <CompetitionShape name={row.match_league} />
          <span>{`${clubName(row.home_team_name)} ${score ? `${score.home}–${score.away}` : words.versus} ${clubName(row.away_team_name)}`}</span>
        </b>
        <span>
          {`${kickOffOf(row, now)}${row.status === "cancelled" ? words.stateCancelled : ""}${row.status === "live" ? (isAwaiting ? words.stateAwaitingResult : words.stateLive) : ""}${after ? `. ${after}` : ""}`}
        </span>
      </div>
      <div className="prediction-and-points">
        <PredictionChip {...prediction} />
        {score && row.status === "completed" && (
          <PointsBadge prediction={prediction} score={score} earned={row.points_earned} />
        )}
      </div>
    </>
  );
}
