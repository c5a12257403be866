import type { MatchRow } from "../../backend/types/rows.ts";

/** What is known of a match; a part of a page that has not loaded all of it shows no postponed matches. */
export type Postponable = Partial<Pick<MatchRow, "status" | "kickoff_confirmed" | "day_time_zone">>;

/**
 * Whether an upcoming match has no day any more: its kick-off is not confirmed, and neither is its day. `match_date` is then
 * the old one. `private.is_on_its_day` has the same rule.
 */
export function isPostponed({ status, kickoff_confirmed, day_time_zone }: Postponable): boolean {
  return status === "upcoming" && kickoff_confirmed === false && day_time_zone === null;
}
