import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { type EditField, field } from "../../../../backend/edits/save-edit.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { isAwaitingResult } from "../../../../football/rules/awaiting-result.ts";

/** The saved score of a match, which the database compares with the one that the organiser saw. */
export interface SavedScore {
  is_completed: boolean;
  home_score: number | null;
  away_score: number | null;
}

export function savedScoreOf({ status, home_score, away_score }: MatchRow): SavedScore {
  return { is_completed: status === "completed", home_score, away_score };
}

/** A score in words: `2–1`, `2–1, not final` or `No score`. */
export function scoreWords({ is_completed, home_score, away_score }: SavedScore): string {
  if (home_score === null || away_score === null) return words.noScore;
  return is_completed
    ? `${home_score}–${away_score}`
    : words.scoreNotFinal({ home: home_score, away: away_score });
}

/** The scores of several matches by their ids, as an edit with a field for each match. */
export type Scores = Readonly<Record<string, SavedScore>>;

export function scoreEditFields(matches: readonly MatchRow[]): EditField<Scores>[] {
  return matches.map(({ id, home_team_name, away_team_name }) =>
    field<Scores>(
      footballWords.teams({ home: clubName(home_team_name), away: clubName(away_team_name) }),
      [id],
      (scores) => {
        const score = scores[id];
        return score ? scoreWords(score) : words.noScore;
      },
    ),
  );
}

/** The scores that are saved as results. */
export function resultsIn(scores: Scores, seen: Scores): Result[] {
  return Object.entries(scores).flatMap(([id, { is_completed, home_score, away_score }]) => {
    const saved = seen[id];
    if (!is_completed || home_score === null || away_score === null || !saved) return [];
    return [{ id, home_score, away_score, seen: saved }];
  });
}

/** The scores after these results are saved. */
export function scoresAfter(results: readonly Result[]): Scores {
  return Object.fromEntries(
    results.map(({ id, home_score, away_score }) => [id, { is_completed: true, home_score, away_score }]),
  );
}

/** What the organiser typed for a match. `isFinal`: a live match has ended with this score. */
export interface Draft {
  home: number | null;
  away: number | null;
  isFinal: boolean;
  /** The saved score when the organiser began to type. */
  seen?: SavedScore;
}

export type Drafts = ReadonlyMap<string, Draft>;

/** A result to save. */
export interface Result {
  id: string;
  home_score: number;
  away_score: number;
  /** Saved only if the match still has this score. */
  seen: SavedScore;
}

/** Whether a result can be entered: the match has kicked off and is not cancelled. */
export function canEnter({ status, kickoff_at }: MatchRow, now: number): boolean {
  return status === "upcoming" ? Date.parse(kickoff_at) <= now : status !== "cancelled";
}

/** The typed score of a match, or else its score until now. */
export function draftOf(match: MatchRow, drafts: Drafts): Draft {
  return drafts.get(match.id) ?? { home: match.home_score, away: match.away_score, isFinal: false };
}

/** The drafts after these results were saved: what was typed for other matches, or typed meanwhile, is kept. */
export function draftsAfter(sent: readonly Result[], drafts: Drafts): Drafts {
  const scores = scoresAfter(sent);
  return new Map(
    [...drafts].flatMap(([id, draft]) => {
      const seen = scores[id];
      if (!seen) return [[id, draft]];
      return draft.home === seen.home_score && draft.away === seen.away_score
        ? []
        : [[id, { ...draft, seen }]];
    }),
  );
}

/**
 * The results to save. A match that awaits its result needs only both scores. A live match also needs to be marked as ended,
 * so that its running score is not saved by accident, and a completed one another score.
 */
export function resultsOf(matches: readonly MatchRow[], drafts: Drafts, now: number): Result[] {
  return matches.flatMap((match) => {
    const { home, away, isFinal, seen } = draftOf(match, drafts);
    if (home === null || away === null || !canEnter(match, now)) return [];
    const isLive = match.status !== "completed" && !isAwaitingResult(match, now);
    const isSame = match.status === "completed" && match.home_score === home && match.away_score === away;
    return isSame || (isLive && !isFinal)
      ? []
      : [{ id: match.id, home_score: home, away_score: away, seen: seen ?? savedScoreOf(match) }];
  });
}
