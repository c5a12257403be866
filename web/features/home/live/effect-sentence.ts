import * as words from "#words/home";
import { ordinal } from "../../../football/rules/ranking.ts";
import type { Effect, Standing } from "./what-if.ts";

/** How many members a sentence names. */
const named = 2;

/** One sentence about what a score does to the player: names before numbers. */
export function sentenceOf(effect: Effect): string {
  const { rank, passed, passedBy, levelWith, above, below, points } = effect;
  if (passed.length > 0 && passedBy.length > 0)
    return words.passAndPassed({
      passed: namesOf(passed),
      passedBy: namesOf(passedBy),
      count: passedBy.length,
    });
  if (passed.length > 0) return words.youPass({ names: namesOf(passed) });
  if (passedBy.length > 0) return words.theyPassYou({ names: namesOf(passedBy), count: passedBy.length });
  if (levelWith) return words.youGoLevelWith({ name: levelWith.row.full_name });
  const place = ordinal(rank);
  if (above && above.points > points)
    return words.youStayBehind({ place, points: above.points - points, name: above.row.full_name });
  if (rank === 1 && below && below.points < points)
    return words.youStayAhead({ place, points: points - below.points, name: below.row.full_name });
  return words.youStay({ place });
}

function namesOf(standings: readonly Standing[]): string {
  const [first, second] = standings;
  if (standings.length > named || !first) return words.members({ count: standings.length });
  return second
    ? words.twoNames({ first: first.row.full_name, second: second.row.full_name })
    : first.row.full_name;
}
