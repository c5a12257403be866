import { LANGUAGES, type Language } from "./languages.ts";

/** An argument that is written as it is. */
export type Word = string | number;

/** The texts of a plural by category (`one`, `other`, ...) or exact number (`=0`). */
export type Cases = Partial<Record<string, string>> & { other: string };

/** What the generated words of a language call. */
export interface Rules {
  /** The case of a number; exact numbers come first. `offset` is subtracted before the category is chosen. */
  choose: (count: number, cases: Cases, offset?: number) => string;
  /** The same for 1st, 2nd, 3rd. */
  chooseOrdinal: (count: number, cases: Cases, offset?: number) => string;
  /**
   * A number in the notation of the language: `12,345` or `1,234.5`, with two decimals at most. The same as Intl's format,
   * whose first use would take a tenth of a second on a phone to load its data.
   */
  number: (value: number) => string;
}

/** The rules of a language. */
export function rulesOf(language: Language): Rules {
  const { locale, thousands, decimals } = LANGUAGES[language];
  const by = (type: Intl.PluralRuleType): Rules["choose"] => {
    const rules = once(() => new Intl.PluralRules(locale, { type }));
    return (count, cases, offset = 0) =>
      cases[`=${count}`] ?? cases[rules().select(count - offset)] ?? cases.other;
  };
  return {
    choose: by("cardinal"),
    chooseOrdinal: by("ordinal"),
    number: (value) => {
      const [whole = "", fraction] = String(Math.round(value * 100) / 100).split(".");
      const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
      return fraction === undefined ? groups : groups + decimals + fraction;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
