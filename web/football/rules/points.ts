/** A scoreline: goals of the home side, goals of the away side. */
export interface Scoreline {
  home: number;
  away: number;
}

export type Outcome = "home" | "draw" | "away";
export type Points = 0 | 1 | 3;
export type PointsKind = "exact" | "outcome" | "miss";

export const maximumGoals = 50;

export function outcomeOf({ home, away }: Scoreline): Outcome {
  if (home === away) return "draw";
  return home > away ? "home" : "away";
}

/**
 * What a prediction would earn at this score: 3 for the exact score, 1 for the right outcome, else 0. A preview while a match
 * is live; what counts is `calculate_prediction_points` in the database.
 */
export function pointsFor(prediction: Scoreline, score: Scoreline): Points {
  if (prediction.home === score.home && prediction.away === score.away) return 3;
  return outcomeOf(prediction) === outcomeOf(score) ? 1 : 0;
}

export function kindOfPoints(points: number): PointsKind {
  if (points >= 3) return "exact";
  return points > 0 ? "outcome" : "miss";
}

/** Goals as typed: a whole number from 0 to 50, null for an empty field, or why not. */
export function parseGoals(text: string): { goals: number | null } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { goals: null };
  if (!/^\d+$/.test(trimmed)) return { problem: "Please enter a valid score (0 or higher)" };
  const goals = Number(trimmed);
  if (goals > maximumGoals) return { problem: "Score seems unrealistic (max 50)" };
  return { goals };
}
