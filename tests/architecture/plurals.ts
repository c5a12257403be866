/** Finds plurals that a source writes by hand instead of with `plural` or `wordFor`. */

/** The end of an expression that is a count, by its name. */
const COUNT = String.raw`(?:\.length|[cC]ount|total|points|gap|seconds|minutes|days|matches|players|predictions|scored)`;
/** Words that are counted somewhere on the page. */
const NOUNS =
  "codes|countdowns|days|exact scores|games|goals|hours|matches|members|minutes|perfect scores|picks|players|points|predictions|results|seconds|subscriptions|teams|times|users|words";
const COUNT_BEFORE_NOUN = new RegExp(
  String.raw`\{(?!(?:plural|wordFor)\()[\w.?!\[\]]*${COUNT}\}(?:\{" "\})?\s+(?:${NOUNS})\b`,
  "g",
);
const CHOICE = /[=!]== 1\s*\?\s*(["'`])((?:(?!\1).)*)\1\s*:\s*(["'`])((?:(?!\3).)*)\3/g;
const ADDED_S = /\$\{[^}]*\}e?s(?![\w])/g;

/** The hand-written plurals of a source. */
export function handWrittenPlurals(source: string): string[] {
  const choices = [...source.matchAll(CHOICE)].filter(([, , one = "", , other = ""]) => isPlural(one, other));
  return [
    ...choices.map(([found]) => found),
    ...(source.match(COUNT_BEFORE_NOUN) ?? []),
    ...(source.match(ADDED_S) ?? []),
  ];
}

/** Whether the texts differ by a word and its plural: `point` and `points`, or an added `s`. */
function isPlural(one: string, other: string): boolean {
  const [few, many] = [one, other].map((text) => text.replace(/\$\{.*?\}/g, " ").match(/[a-z]+/gi) ?? []);
  if (!few || !many) return false;
  if (few.length === 0) return many.length === 1 && /^e?s$/.test(many[0] ?? "");
  if (many.length === 0) return few.length === 1 && /^e?s$/.test(few[0] ?? "");
  const grown = (words: readonly string[]) => new Set(words.flatMap((word) => [`${word}s`, `${word}es`]));
  return many.some((word) => grown(few).has(word)) || few.some((word) => grown(many).has(word));
}
