import type { Language } from "./languages.ts";

/** How a language writes numbers and plurals, as code of its generated module. */
export interface Notation {
  /** The locale in which `Intl` chooses its ordinals and rarer plurals, and writes dates and lists. */
  locale: string;
  thousands: string;
  decimals: string;
  /** When a count has the category `one`. Most plurals need nothing else, and `Intl` would have to load its data. */
  isOne: string;
  /** Where a line must not break: spaces that become no-break spaces, so that translators need not type these. */
  unbreakable?: RegExp;
  /** Words of the code of a message that lose their last letter before a name with a vowel. */
  elided?: RegExp;
}

const FRENCH = {
  locale: "fr-MU",
  thousands: "\u202f",
  decimals: ",",
  isOne: "Math.abs(count) < 2",
};

/** Browsers have no data of Mauritian Kreol (`mfe`), which is written with the numbers of French in Mauritius. */
export const NOTATIONS: Readonly<Record<Language, Notation>> = {
  en: { locale: "en-GB", thousands: ",", decimals: ".", isOne: "Math.abs(count) === 1" },
  fr: { ...FRENCH, unbreakable: / (?=[:;?!%»])|(?<=«) /g, elided: /\b(de|que) \$\{(\w+)\}/gi },
  mfe: FRENCH,
};
