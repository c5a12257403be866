import * as words from "#words/session";
export interface Strength {
  /** 0 to 5: one for each rule that is met. */
  score: number;
  /** What a password still needs, in the order to show it. */
  missing: string[];
}

/** What every password needs, as the server checks it: letters are those from A to Z. */
export const required: readonly { test: RegExp; hint: string; problem: string }[] = [
  { test: /^.{8,}$/s, hint: words.atLeastEightCharacters, problem: words.passwordIsTooShort },
  { test: /[a-z]/, hint: words.aLowercaseLetter, problem: words.passwordNeedsALowercaseLetter },
  { test: /[A-Z]/, hint: words.anUppercaseLetter, problem: words.passwordNeedsAnUppercaseLetter },
  { test: /\d/, hint: words.aDigit, problem: words.passwordNeedsADigit },
];
const special = /[^\p{L}\d\s]/u;

export function passwordStrength(password: string): Strength {
  const missing = required.filter(({ test }) => !test.test(password));
  const score = required.length - missing.length + Number(special.test(password));
  return { score, missing: missing.map(({ hint }) => hint) };
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
