import * as words from "#words/football";

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
