/** A count with its word: `1 second`, `2 seconds`. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${count} ${wordFor(count, word, many)}`;
}

/** The word for a count that is shown elsewhere: `second`, `seconds`. */
export function wordFor(count: number, word: string, many = `${word}s`): string {
  return count === 1 ? word : many;
}
