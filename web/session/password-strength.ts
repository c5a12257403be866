export interface Strength {
  /** 0 to 5: one for each rule that is met. */
  score: number;
  /** What a password still needs, in the order to show it. */
  missing: string[];
}

/** What every password needs. */
const required: readonly (readonly [test: RegExp, hint: string])[] = [
  [/^.{8,}$/su, "at least 8 characters"],
  [/\p{Ll}/u, "a lowercase letter"],
  [/\p{Lu}/u, "an uppercase letter"],
  [/\d/, "a digit"],
];
const special = /[^\p{L}\d\s]/u;

export function passwordStrength(password: string): Strength {
  const missing = required.filter(([test]) => !test.test(password));
  const score = required.length - missing.length + Number(special.test(password));
  return { score, missing: missing.map(([, hint]) => hint) };
}

/** What to add, or what would make the password stronger. */
export function strengthHint({ score, missing }: Strength): string {
  if (missing.length > 0) return `Add ${missing.join(", ")}.`;
  return score > required.length
    ? "Meets every recommendation."
    : "A special character would make it stronger.";
}

export const strengthLabels = ["Empty", "Very weak", "Weak", "Fair", "Good", "Strong"] as const;
