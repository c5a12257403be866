import * as words from "#words/football";
/** The goals of the home team and of the away team. */
export interface Scoreline {
  home: number;
  away: number;
}

export type Outcome = "home" | "draw" | "away";
export type Points = 0 | 1 | 3;
export type PointsKind = "exact" | "outcome" | "miss";

export const maxGoals = 50;

export function outcomeOf({ home, away }: Scoreline): Outcome {
  if (home === away) return "draw";
  return home > away ? "home" : "away";
}

/**
 * The points of a prediction at a score: 3 for the exact score, 1 for the right outcome, otherwise 0. The page uses it
 * only as a preview during a match; the database calculates the points that count (`calculate_prediction_points`).
 */
export function pointsFor(prediction: Scoreline, score: Scoreline): Points {
  if (prediction.home === score.home && prediction.away === score.away) return 3;
  return outcomeOf(prediction) === outcomeOf(score) ? 1 : 0;
}

export function kindOfPoints(points: number): PointsKind {
  if (points >= 3) return "exact";
  return points > 0 ? "outcome" : "miss";
}

/** Parses typed goals: a whole number from 0 to 50, null for an empty field, or the problem. */
export function parseGoals(text: string): { goals: number | null } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { goals: null };
  if (!/^\d+$/.test(trimmed)) return { problem: words.enterAValidScore };
  const goals = Number(trimmed);
  if (goals > maxGoals) return { problem: words.scoreSeemsUnrealistic };
  return { goals };
}
