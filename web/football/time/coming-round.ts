import type { MatchRow } from "../../backend/types/rows.ts";
import { dayOfMatch, isPostponed, type Postponable } from "./kick-off.ts";
import { roundName } from "./round-name.ts";

type RoundMatch = Pick<MatchRow, "league" | "season" | "round" | "locks_at"> & Postponable;

const day = 24 * 3_600_000;
/** A weekend or a midweek. */
const weekend = 4 * day;
/** How long a round lasts at most. A match that was postponed for longer is not part of the next matchday. */
const longestRound = 7 * day;

/**
 * The coming round: the next round of each competition whose first match locks within four days of the first of all. A
 * match without a round belongs to it if it locks within these four days. A postponed match does not. `matches` must
 * be in the order of the locks.
 */
export function comingRound<Match extends RoundMatch>(matches: readonly Match[]): Match[] {
  const open = matches.filter((match) => !isPostponed(match));
  const [next] = open;
  if (!next) return [];
  const until = lockOf(next) + weekend;
  const firsts = firstOfEach(open);
  return open.filter((match) => {
    const first = firsts.get(match.league);
    return first && lockOf(first) <= until && isInRoundOf(first, match, until);
  });
}

/** The next round of each competition, as `public.next_rounds` in the database has it. */
export function nextRounds<Match extends RoundMatch>(open: readonly Match[]): Match[] {
  const firsts = firstOfEach(open);
  return open.filter((match) => {
    const first = firsts.get(match.league);
    return first && isInRoundOf(first, match, lockOf(first) + weekend);
  });
}

/** The open matches of the next round. `matches` must be in the order of their locks. */
export function comingRoundAfter(matches: readonly MatchRow[], now: number): MatchRow[] {
  return comingRound(matches.filter((match) => Date.parse(match.locks_at) > now));
}

/** The matches by day, in the viewer's time zone. */
export function byDay(matches: readonly MatchRow[]): { day: string; matches: MatchRow[] }[] {
  const days: { day: string; matches: MatchRow[] }[] = [];
  for (const match of matches) {
    const day = dayOfMatch(match);
    const last = days.at(-1);
    if (last?.day === day) last.matches.push(match);
    else days.push({ day, matches: [match] });
  }
  return days;
}

/** The round, such as `Matchday 12`; null if the matches have no round, or different competitions or rounds. */
export function roundTitle(matches: readonly Pick<MatchRow, "league" | "round">[]): string | null {
  const [first] = matches;
  if (!first?.round) return null;
  return matches.every(({ league, round }) => league === first.league && round === first.round)
    ? roundName(first.round)
    : null;
}

/** When the next of the matches locks; Infinity without one. */
export function nextLock(matches: readonly Pick<RoundMatch, "locks_at">[], now: number): number {
  return Math.min(...matches.map(lockOf).filter((lock) => lock > now));
}

/** The match of each competition that locks next. `open` must be in the order of the locks. */
function firstOfEach<Match extends RoundMatch>(open: readonly Match[]): Map<string, Match> {
  const firsts = new Map<string, Match>();
  for (const match of open) if (!firsts.has(match.league)) firsts.set(match.league, match);
  return firsts;
}

/** `until`: when the last match without a round locks. */
function isInRoundOf(first: RoundMatch, match: RoundMatch, until: number): boolean {
  if (!first.round || !match.round) return lockOf(match) <= until;
  const isOfRound = match.round === first.round && match.season === first.season;
  return isOfRound && lockOf(match) <= lockOf(first) + longestRound;
}

function lockOf({ locks_at }: Pick<RoundMatch, "locks_at">): number {
  return Date.parse(locks_at);
}
