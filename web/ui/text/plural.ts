import { formatNumber } from "./format-number.ts";

/** A count with its word: `1 point`, `2 points`. */
export function plural(count: number, word: string, many?: string): string {
  return `${formatNumber(count)} ${wordFor(count, word, many)}`;
}

/** The word for a count that is shown in another element. */
export function wordFor(count: number, word: string, many = `${word}s`): string {
  return count === 1 ? word : many;
}
