import * as words from "#words/football";
/** The goals of the home team and of the away team. */
export interface Scoreline {
  home: number;
  away: number;
}

export type Outcome = "home" | "draw" | "away";
/** A prediction, with whether its points count twice. */
export interface Prediction extends Scoreline {
  isDouble?: boolean;
}

export type Points = 0 | 1 | 2 | 3 | 6;
export type PointsKind = "exact" | "outcome" | "miss";

export const maxGoals = 50;

export function outcomeOf({ home, away }: Scoreline): Outcome {
  if (home === away) return "draw";
  return home > away ? "home" : "away";
}

/**
 * The points of a prediction at a score: 3 for the exact score, 1 for the right outcome, otherwise 0, and twice as many
 * for a double. The page uses it only as a preview during a match; the database calculates the points that count
 * (`private.prediction_points`).
 */
export function pointsFor(prediction: Prediction, score: Scoreline): Points {
  const { home, away, isDouble } = prediction;
  if (home === score.home && away === score.away) return isDouble ? 6 : 3;
  if (outcomeOf(prediction) !== outcomeOf(score)) return 0;
  return isDouble ? 2 : 1;
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
