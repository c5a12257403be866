/** A language that the page speaks. */
export type Language = "en" | "fr" | "mfe";

/**
 * The languages, each with its own name, the locale in which `Intl` chooses its plurals, and the separators of its numbers. Browsers
 * have no data of Mauritian Kreol (`mfe`), which is written with the numbers of French in Mauritius.
 */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB", thousands: ",", decimals: "." },
  fr: { name: "Français", locale: "fr-MU", thousands: "\u202f", decimals: "," },
  mfe: { name: "Kreol Morisien", locale: "fr-MU", thousands: "\u202f", decimals: "," },
} as const satisfies Record<Language, { name: string; locale: string; thousands: string; decimals: string }>;

/** The language of the spec, in which the words are written first. */
export const SOURCE_LANGUAGE = "en" satisfies Language;

export const languages = Object.keys(LANGUAGES) as Language[];

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}
