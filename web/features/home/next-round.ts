import * as words from "#words/home";
import type { MatchRow } from "../../backend/types/rows.ts";
import { comingRound } from "../../football/time/coming-round.ts";
import { dayOfMatch } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";

/** The open matches of the next round. `matches` must be in the order of their locks. */
export function nextRound(matches: readonly MatchRow[], now: number): MatchRow[] {
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

/** From `no` to `ten`. */
const numerals = words.numerals.split(" ");

/** The label of the cover's button: `Pick the last three`, `Pick all ten`, `See your picks`. */
export function callToPredict(total: number, predicted: number): string {
  const left = total - predicted;
  if (total === 0) return words.seeTheMatches;
  if (left === 0) return words.seeYourPicks;
  const count = numerals[left] ?? String(left);
  if (predicted === 0) return left === 1 ? words.makeYourPick : words.pickAll({ count });
  return left === 1 ? words.pickTheLastOne : words.pickTheLast({ count });
}
