/** A language that the page speaks. */
export type Language = "en" | "fr" | "mfe";

/**
 * The languages, each with its own name and the locale in which `Intl` writes its numbers and chooses its plurals. Browsers have no
 * data of Mauritian Kreol (`mfe`), which is written with the numbers of French in Mauritius.
 */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  fr: { name: "Français", locale: "fr-MU" },
  mfe: { name: "Kreol Morisien", locale: "fr-MU" },
} as const satisfies Record<Language, { name: string; locale: string }>;

/** The language of the spec, in which the words are written first. */
export const SOURCE_LANGUAGE = "en" satisfies Language;

export const languages = Object.keys(LANGUAGES) as Language[];

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}
