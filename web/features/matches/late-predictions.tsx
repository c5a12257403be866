import { CircleAlert } from "lucide-react";
import type { PredictionRow } from "../../backend/types/rows.ts";
import { wordFor } from "../../ui/text/plural.ts";
import type { UnsavedPrediction } from "./saving/unsaved-predictions.ts";

interface Props {
  late: readonly UnsavedPrediction[];
  predictions: ReadonlyMap<string, PredictionRow>;
  onDismiss: () => void;
}

/** Lists unsaved predictions whose matches have locked, each with the prediction that counts instead. */
export function LatePredictions({ late, predictions, onDismiss }: Props) {
  if (late.length === 0) return null;
  return (
    <div className="notice error late-predictions" role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <b>
          Too late: {wordFor(late.length, "this pick was", "these picks were")} not saved before the lock.
        </b>
        <ul>
          {late.map((unsaved) => (
            <li key={unsaved.matchId}>
              {unsaved.homeTeam} v {unsaved.awayTeam}: {unsaved.home}–{unsaved.away} was not saved.{" "}
              {standingPrediction(predictions.get(unsaved.matchId))}
            </li>
          ))}
        </ul>
        <button type="button" className="btn link error" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  );
}

function standingPrediction(row: PredictionRow | undefined): string {
  return row
    ? `Your ${row.home_prediction}–${row.away_prediction} still counts.`
    : "You have no pick for this match.";
}
