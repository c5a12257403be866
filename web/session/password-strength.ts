export interface Strength {
  /** 0 to 5: one for each rule that is met. */
  score: number;
  /** The hints for the unmet rules, in the order to show them. */
  hints: string[];
}

const rules: readonly (readonly [test: RegExp, hint: string])[] = [
  [/^.{8,}$/su, "at least 8 characters"],
  [/\p{Ll}/u, "a lowercase letter"],
  [/\p{Lu}/u, "an uppercase letter"],
  [/\d/, "a digit"],
  [/[^\p{L}\d\s]/u, "a special character"],
];

export function passwordStrength(password: string): Strength {
  const missing = rules.filter(([test]) => !test.test(password));
  return { score: rules.length - missing.length, hints: missing.map(([, hint]) => hint) };
}

export const strengthLabels = ["Empty", "Very weak", "Weak", "Fair", "Good", "Strong"] as const;
