import type { MatchRow } from "../../backend/types/rows.ts";

export type MatchState = "open" | "locked" | "live" | "completed" | "cancelled";

/** The state of a match at a time. It is open for predictions only while it is upcoming and before its lock. */
export function stateOf(match: Pick<MatchRow, "status" | "locks_at">, now: number): MatchState {
  if (match.status !== "upcoming") return match.status;
  return now < Date.parse(match.locks_at) ? "open" : "locked";
}

/** The three sections of the page. */
export interface Sections {
  live: MatchRow[];
  open: MatchRow[];
  locked: MatchRow[];
}

/** How long after its kick-off a match without a new status counts as live. It includes time to enter the score. */
const maxLiveTime = 3 * 3_600_000;

/**
 * Lists a match that has just kicked off among the live ones before its status changes, which takes seconds. Its card
 * should not move down the page and up again.
 */
export function sectionsOf(matches: readonly MatchRow[], now: number): Sections {
  const sections: Sections = { live: [], open: [], locked: [] };
  for (const match of matches) {
    const state = stateOf(match, now);
    if (state === "live" || state === "open") sections[state].push(match);
    else if (state === "locked") sections[hasJustKickedOff(match, now) ? "live" : "locked"].push(match);
  }
  return sections;
}

/** The same sections with one competition's matches; null is all of them. */
export function sectionsIn({ live, open, locked }: Sections, league: string | null): Sections {
  const of = (matches: MatchRow[]) =>
    league === null ? matches : matches.filter((match) => match.league === league);
  return { live: of(live), open: of(open), locked: of(locked) };
}

/** The next time at which a match changes its section without a change of its row; Infinity without one. */
export function sectionsChange(matches: readonly MatchRow[], now: number): number {
  const instants = matches
    .filter(({ status }) => status === "upcoming")
    .flatMap(({ locks_at, kickoff_at }) => [Date.parse(locks_at), Date.parse(kickoff_at) + maxLiveTime]);
  return Math.min(Number.POSITIVE_INFINITY, ...instants.filter((instant) => instant > now));
}

function hasJustKickedOff({ kickoff_at, kickoff_confirmed }: MatchRow, now: number): boolean {
  const since = now - Date.parse(kickoff_at);
  return kickoff_confirmed && since >= 0 && since < maxLiveTime;
}

const roundLength = 4 * 24 * 3_600_000;

/**
 * The coming round: the open matches that lock within four days of the first of them, a weekend or a midweek. `open`
 * must be in the order of kick-off.
 */
export function comingRound(open: readonly MatchRow[]): MatchRow[] {
  const [first] = open;
  if (!first) return [];
  const until = Date.parse(first.locks_at) + roundLength;
  return open.filter((match) => Date.parse(match.locks_at) <= until);
}
