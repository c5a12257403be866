import { CircleAlert } from "lucide-react";
import * as words from "#words/matches";
import type { PredictionRow } from "../../backend/types/rows.ts";
import { type Known, useUnsavedPredictions } from "./saving/save-prediction.ts";

/**
 * Sends the unsaved predictions of earlier visits, and lists those whose matches have locked, each with the prediction that counts
 * instead. `known` is null while matches and predictions load. Apart from the cards, because each tap changes what is unsaved.
 */
export function LatePredictions({ userId, known }: { userId: string; known: Known | null }) {
  const { late, dismiss } = useUnsavedPredictions(userId, known);
  if (late.length === 0) return null;
  return (
    <div className="notice error late-predictions" role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <b>{words.tooLate({ count: late.length })}</b>
        <ul>
          {late.map((unsaved) => (
            <li key={unsaved.matchId}>
              {`${words.pickWasNotSaved({
                homeTeam: unsaved.homeTeam,
                awayTeam: unsaved.awayTeam,
                home: unsaved.home,
                away: unsaved.away,
              })} ${standingPrediction(known?.predictions.get(unsaved.matchId))}`}
            </li>
          ))}
        </ul>
        <button type="button" className="btn link error" onClick={() => dismiss(late)}>
          {words.dismiss}
        </button>
      </div>
    </div>
  );
}

function standingPrediction(row: PredictionRow | undefined): string {
  return row
    ? words.yourPickStillCounts({ home: row.home_prediction, away: row.away_prediction })
    : words.youHaveNoPick;
}
