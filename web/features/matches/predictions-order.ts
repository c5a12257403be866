import type { MatchPredictionRow } from "../../backend/types/rows.ts";
import { outcomeOf, pointsFor, type Scoreline } from "../../football/rules/points.ts";

/** The numbers of home wins, draws and away wins among the predictions. */
export function splitOf(predictions: readonly MatchPredictionRow[]): {
  home: number;
  draw: number;
  away: number;
} {
  const split = { home: 0, draw: 0, away: 0 };
  for (const prediction of predictions) {
    split[outcomeOf({ home: prediction.home_prediction, away: prediction.away_prediction })] += 1;
  }
  return split;
}

/** Sorted by points, then by name. Without a score sorted by name. */
export function bestFirst(
  predictions: readonly MatchPredictionRow[],
  score: Scoreline | null,
): MatchPredictionRow[] {
  const points = (row: MatchPredictionRow) =>
    row.points_earned ??
    (score ? pointsFor({ home: row.home_prediction, away: row.away_prediction }, score) : 0);
  return predictions.toSorted(
    (one, other) => points(other) - points(one) || one.full_name.localeCompare(other.full_name),
  );
}
