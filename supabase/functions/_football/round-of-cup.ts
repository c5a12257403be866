/**
 * The name of a round of a knock-out, in English like those of imports: `Final`, `Semi-finals`, `Quarter-finals`, and numbers before
 * those. The first round has the number 1.
 */
export function roundOfCup(number: number, rounds: number): string {
  return ["Final", "Semi-finals", "Quarter-finals"][rounds - number] ?? `Round ${number}`;
}
