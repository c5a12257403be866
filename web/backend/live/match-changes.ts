import type { Query } from "@tanstack/react-query";
import type { MatchRow } from "../types/rows.ts";

/** A match before and after a change. `before` is null if no cached list has it, `after` if it was deleted. */
export interface MatchChange {
  id: string;
  before: MatchRow | null;
  after: MatchRow | null;
}

/**
 * What a change means for other data. `details`: nothing, such as a new logo or one more prediction. `live`: the score,
 * status or time of a match that gives no points. `result`: points may have changed.
 */
export type ChangeKind = "details" | "live" | "result";

export function kindOf({ before, after }: MatchChange): ChangeKind {
  if (!before && !after) return "result";
  const over = [before, after].some((row) => row && isOver(row)) || (!before && after && isReopened(after));
  // A list that was loaded just before this message has the result already, so an equal row is a result too.
  if (over) return isSame(before, after, counting) && !isSame(before, after, looks) ? "details" : "result";
  return isSame(before, after, moving) ? "details" : "live";
}

export function isOver({ status }: Pick<MatchRow, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** Whether this change reopened the match: the time of the reopening is not before that of its transaction. */
function isReopened({ status, predictions_revealed_at: at, updated_at }: MatchRow): boolean {
  return status === "upcoming" && at !== null && Date.parse(at) >= Date.parse(updated_at);
}

const moving = ["status", "home_score", "away_score", "kickoff_at", "locks_at"] as const;
/** The columns on which points and leaderboards depend. A deleted account takes its predictions along. */
const counting = [...moving, "league", "season", "round", "predictions_count"] as const;
const looks = ["home_team_name", "away_team_name", "home_team_logo", "away_team_logo"] as const;

function isSame(one: MatchRow | null, other: MatchRow | null, columns: readonly (keyof MatchRow)[]): boolean {
  return one !== null && other !== null && columns.every((column) => one[column] === other[column]);
}

/** Whether the answer of the query is out of date after one of these changes. */
export function isOutdatedBy(changes: readonly MatchChange[], { meta }: Pick<Query, "meta">): boolean {
  return changes.some((change) => meta?.isOutdatedBy?.(change, kindOf(change)) ?? false);
}
