import type { MatchRow } from "../../backend/types/rows.ts";
import { dayOfMatch } from "../../football/time/kick-off.ts";

const roundLength = 4 * 24 * 3_600_000;

/** The open matches that lock within four days of the first: the next weekend or midweek. In order of their locks. */
export function nextRound(matches: readonly MatchRow[], now: number): MatchRow[] {
  const open = matches.filter((match) => Date.parse(match.locks_at) > now);
  const [first] = open;
  if (!first) return [];
  const until = Date.parse(first.locks_at) + roundLength;
  return open.filter((match) => Date.parse(match.locks_at) <= until);
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
    ? first.round
    : null;
}

const numerals = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
] as const;

/** The label of the cover's button: `Pick the last three`, `Pick all ten`, `See your picks`. */
export function callToPredict(total: number, predicted: number): string {
  const left = total - predicted;
  if (total === 0) return "See the matches";
  if (left === 0) return "See your picks";
  const count = numerals[left] ?? String(left);
  if (predicted === 0) return left === 1 ? "Make your pick" : `Pick all ${count}`;
  return left === 1 ? "Pick the last one" : `Pick the last ${count}`;
}
