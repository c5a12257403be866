import type { MatchRow } from "../../backend/types/rows.ts";
import { isCup } from "./competitions.ts";

type Timed = Pick<MatchRow, "status" | "league" | "kickoff_at" | "kickoff_confirmed">;

const minute = 60_000;

/** How long after its kick-off a match is live at most, in milliseconds: with extra time in a cup. */
export function livePeriod(cup: boolean): number {
  return (cup ? 210 : 150) * minute;
}

/** The instant from which a started match without a result awaits it. */
export function awaitsResultAt({ league, kickoff_at }: Pick<Timed, "league" | "kickoff_at">): number {
  return Date.parse(kickoff_at) + livePeriod(isCup(league));
}

/**
 * Whether the match awaits its result: it is over by the clock, and is neither completed nor cancelled. The same rule as
 * `private.is_awaiting_result` in the database.
 */
export function isAwaitingResult(match: Timed, now: number): boolean {
  const started = match.status === "live" || (match.status === "upcoming" && match.kickoff_confirmed);
  return started && now >= awaitsResultAt(match);
}
