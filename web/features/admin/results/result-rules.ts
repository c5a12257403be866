import type { MatchRow } from "../../../backend/types/rows.ts";
import { isAwaitingResult } from "../../../football/rules/awaiting-result.ts";

/** What the organiser typed for a match. `isFinal`: a live match has ended with this score. */
export interface Draft {
  home: number | null;
  away: number | null;
  isFinal: boolean;
}

export type Drafts = ReadonlyMap<string, Draft>;

/** A result to save. */
export interface Result {
  id: string;
  home_score: number;
  away_score: number;
}

/** Whether a result can be entered: the match has kicked off and is not cancelled. */
export function canEnter({ status, kickoff_at }: MatchRow, now: number): boolean {
  return status === "upcoming" ? Date.parse(kickoff_at) <= now : status !== "cancelled";
}

/** The typed score of a match, or else its score until now. */
export function draftOf(match: MatchRow, drafts: Drafts): Draft {
  return drafts.get(match.id) ?? { home: match.home_score, away: match.away_score, isFinal: false };
}

/**
 * The results to save. A match that awaits its result needs only both scores. A live match also needs to be marked as ended,
 * so that its running score is not saved by accident, and a completed one another score.
 */
export function resultsOf(matches: readonly MatchRow[], drafts: Drafts, now: number): Result[] {
  return matches.flatMap((match) => {
    const { home, away, isFinal } = draftOf(match, drafts);
    if (home === null || away === null || !canEnter(match, now)) return [];
    const isLive = match.status !== "completed" && !isAwaitingResult(match, now);
    const isSame = match.status === "completed" && match.home_score === home && match.away_score === away;
    return isSame || (isLive && !isFinal) ? [] : [{ id: match.id, home_score: home, away_score: away }];
  });
}
