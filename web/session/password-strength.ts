import * as words from "#words/session";
export interface Strength {
  /** 0 to 5: one for each rule that is met. */
  score: number;
  /** What a password still needs, in the order to show it. */
  missing: string[];
}

/** What every password needs. */
const required: readonly (readonly [test: RegExp, hint: string])[] = [
  [/^.{8,}$/su, words.atLeastEightCharacters],
  [/\p{Ll}/u, words.aLowercaseLetter],
  [/\p{Lu}/u, words.anUppercaseLetter],
  [/\d/, words.aDigit],
];
const special = /[^\p{L}\d\s]/u;

export function passwordStrength(password: string): Strength {
  const missing = required.filter(([test]) => !test.test(password));
  const score = required.length - missing.length + Number(special.test(password));
  return { score, missing: missing.map(([, hint]) => hint) };
}

/** What to add, or what would make the password stronger. */
export function strengthHint({ score, missing }: Strength): string {
  if (missing.length > 0) return words.addToPassword({ missing: missing.join(", ") });
  return score > required.length ? words.meetsEveryRecommendation : words.addASpecialCharacter;
}

export const strengthLabels = [
  words.empty,
  words.veryWeak,
  words.weak,
  words.fair,
  words.good,
  words.strong,
] as const;
