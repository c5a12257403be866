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
  /** A number in the notation of the language. */
  number: (value: number) => string;
}

/** The rules of a language. The objects of `Intl`, which cost time, are made when they are first needed. */
export function rulesOf(language: Language): Rules {
  const { locale } = LANGUAGES[language];
  const numbers = once(() => new Intl.NumberFormat(locale));
  const by = (type: Intl.PluralRuleType): Rules["choose"] => {
    const rules = once(() => new Intl.PluralRules(locale, { type }));
    return (count, cases, offset = 0) =>
      cases[`=${count}`] ?? cases[rules().select(count - offset)] ?? cases.other;
  };
  return {
    choose: by("cardinal"),
    chooseOrdinal: by("ordinal"),
    number: (value) => numbers().format(value),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
