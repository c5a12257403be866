import { CircleAlert } from "lucide-react";
import * as words from "#words/matches";
import type { PredictionRow } from "../../../backend/types/rows.ts";
import type { UnsavedPrediction } from "./unsaved-predictions.ts";

interface Props {
  late: readonly UnsavedPrediction[];
  predictions: ReadonlyMap<string, PredictionRow>;
  onDismiss: () => void;
}

/** Lists unsaved predictions whose matches have locked, each with the prediction that counts instead. */
export function LateNotice({ late, predictions, onDismiss }: Props) {
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
              })} ${standingPrediction(predictions.get(unsaved.matchId))}`}
            </li>
          ))}
        </ul>
        <button type="button" className="btn link error" onClick={onDismiss}>
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
