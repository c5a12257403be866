import { number } from "#words/language";

/** A count with its word, for commands, which speak English: `1 point`, `2 points`. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${number(count)} ${count === 1 ? word : many}`;
}
