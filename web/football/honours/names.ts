import * as words from "#words/football";
/** The most names that are listed of players who share an honour. */
export const mostNames = 3;

/** What follows each name of a list: `Ada and Bert`, `Ada, Bert and Cleo`, `Ada, Bert, Cleo and 3 more`. */
export function separators(names: number, players: number): string[] {
  const listed = Math.min(names, mostNames);
  const more = players - listed;
  return Array.from({ length: listed }, (_, at) => {
    if (at === listed - 1) return more > 0 ? ` ${words.andMore({ count: more })}` : "";
    return at === listed - 2 && more <= 0 ? ` ${words.and} ` : ", ";
  });
}

/** The names as text. `players` is the number of all who share the honour. */
export function namesText(names: readonly string[], players: number): string {
  return separators(names.length, players)
    .map((separator, at) => `${names[at]}${separator}`)
    .join("");
}
