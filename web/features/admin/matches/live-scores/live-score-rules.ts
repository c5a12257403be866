import * as words from "#words/admin-matches";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";

/** The score of a match as it is saved; null before the first report. */
export type SavedScore = Pick<MatchRow, "home_score" | "away_score">;

export function openedScore({ home_score, away_score }: SavedScore): Loaded<SavedScore, SavedScore> {
  const score = { home_score, away_score };
  return { values: score, seen: score };
}

/** The score as the question about two edits shows it. */
export const scoreFields = [
  field<SavedScore>(words.score, ["home_score", "away_score"], ({ home_score, away_score }) =>
    home_score === null || away_score === null ? words.noScore : `${home_score}–${away_score}`,
  ),
];
