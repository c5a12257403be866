// A copy of words/rules.ts, written by `npm run words`. Do not edit.
/** An argument that is written as it is. */
export type Word = string | number;

/** The texts of a plural by category (`one`, `other`, ...) or exact number (`=0`). */
export type Cases = Partial<Record<string, string>> & { other: string };

/** Chooses the case of a number; exact numbers come first. `offset` is subtracted before the category is chosen. */
export type Choose = (count: number, cases: Cases, offset?: number) => string;

/** Chooses by the plurals of a locale: cardinal for 1 and 2, ordinal for 1st and 2nd. */
export function chooser(locale: string, type: Intl.PluralRuleType): Choose {
  let rules: Intl.PluralRules | undefined;
  return (count, cases, offset = 0) => {
    rules ??= new Intl.PluralRules(locale, { type });
    return cases[`=${count}`] ?? cases[rules.select(count - offset)] ?? cases.other;
  };
}

/**
 * Writes numbers such as `12,345` or `1,234.5`, with two decimals at most, or with so many as are wanted. The same as Intl's format,
 * whose first use would take a tenth of a second on a phone to load its data.
 */
export function numberWriter(
  thousands: string,
  decimals: string,
): (value: number, digits?: number) => string {
  return (value, digits) => {
    const [whole = "", fraction] = (
      digits === undefined ? String(Math.round(value * 100) / 100) : value.toFixed(digits)
    ).split(".");
    const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
    return fraction === undefined ? groups : groups + decimals + fraction;
  };
}

/** French `de` and `que` before a name: `d’Everton`. An h is not silent in the names of English teams. */
export function elide(word: string, next: Word): string {
  return /^[aeiouàâäæéèêëîïôöœùûü]/i.test(String(next)) ? `${word.slice(0, -1)}’${next}` : `${word} ${next}`;
}

/** What the code of a message may call. The module `language.ts` of each language exports them. */
export const RULES: readonly string[] = ["isOne", "choose", "chooseOrdinal", "number", "elide"];
