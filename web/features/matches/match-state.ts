import type { MatchRow } from "../../backend/types/rows.ts";
import { awaitsResultAt, isAwaitingResult } from "../../football/rules/awaiting-result.ts";
import { isPostponed } from "../../football/time/kick-off.ts";

export type MatchState = "open" | "locked" | "live" | "awaiting" | "completed" | "cancelled";

/** The state of a match at a time. It is open for predictions only while it is upcoming and before its lock. */
export function stateOf(
  match: Pick<MatchRow, "status" | "locks_at" | "league" | "kickoff_at" | "kickoff_confirmed">,
  now: number,
): MatchState {
  if (match.status === "upcoming" && now < Date.parse(match.locks_at)) return "open";
  if (isAwaitingResult(match, now)) return "awaiting";
  return match.status === "upcoming" ? "locked" : match.status;
}

/** The sections of the page. */
export interface Sections {
  live: MatchRow[];
  open: MatchRow[];
  locked: MatchRow[];
  /** The matches that await their result, the latest first. */
  awaiting: MatchRow[];
}

/**
 * Lists postponed matches last, because they have no day. Lists a match that has just kicked off among the live ones before its status changes, which takes seconds. Its card
 * should not move down the page and up again.
 */
export function sectionsOf(matches: readonly MatchRow[], now: number): Sections {
  const sections: Sections = { live: [], open: [], locked: [], awaiting: [] };
  for (const match of matches) {
    const state = stateOf(match, now);
    if (state === "locked") sections[hasJustKickedOff(match, now) ? "live" : "locked"].push(match);
    else if (state !== "completed" && state !== "cancelled") sections[state].push(match);
  }
  sections.awaiting.reverse();
  return { ...sections, open: postponedLast(sections.open), locked: postponedLast(sections.locked) };
}

function postponedLast(matches: MatchRow[]): MatchRow[] {
  return matches.some(isPostponed)
    ? [...matches.filter((match) => !isPostponed(match)), ...matches.filter(isPostponed)]
    : matches;
}

/** The same sections with one competition's matches; null is all of them. */
export function sectionsIn({ live, open, locked, awaiting }: Sections, league: string | null): Sections {
  const of = (matches: MatchRow[]) =>
    league === null ? matches : matches.filter((match) => match.league === league);
  return { live: of(live), open: of(open), locked: of(locked), awaiting: of(awaiting) };
}

/** The locked matches of the latest matchday of which the player predicted some, by kick-off: those that were predicted. */
export function lastOwnRound(
  matches: readonly MatchRow[],
  predictions: Pick<ReadonlyMap<string, unknown>, "has">,
  now: number,
): MatchRow[] {
  const own = matches
    .filter((match) => predictions.has(match.id) && !["open", "cancelled"].includes(stateOf(match, now)))
    .sort((one, other) => Date.parse(one.kickoff_at) - Date.parse(other.kickoff_at));
  const last = own.at(-1);
  return last ? own.filter((match) => isOfSameMatchday(match, last)) : [];
}

/** In a competition without rounds a matchday is a day. */
function isOfSameMatchday(one: MatchRow, other: MatchRow): boolean {
  return (
    one.league === other.league &&
    one.season === other.season &&
    one.round === other.round &&
    (one.round !== null || one.match_date === other.match_date)
  );
}

/** The next time at which a match changes its section without a change of its row; Infinity without one. */
export function sectionsChange(matches: readonly MatchRow[], now: number): number {
  const instants = matches
    .filter(({ status }) => status === "upcoming" || status === "live")
    .flatMap((match) => [
      ...(match.status === "upcoming" ? [Date.parse(match.locks_at), Date.parse(match.kickoff_at)] : []),
      awaitsResultAt(match),
    ]);
  return Math.min(Number.POSITIVE_INFINITY, ...instants.filter((instant) => instant > now));
}

/** How many of the first matches to list: `limit`, or more to include the linked one. */
export function limitWith(limit: number, matches: readonly Pick<MatchRow, "id">[], linked: string): number {
  return Math.max(limit, matches.findIndex(({ id }) => id === linked) + 1);
}

function hasJustKickedOff({ kickoff_at, kickoff_confirmed }: MatchRow, now: number): boolean {
  return kickoff_confirmed && now >= Date.parse(kickoff_at);
}
