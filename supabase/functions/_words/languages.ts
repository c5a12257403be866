// A copy of words/languages.ts, written by `npm run words`. Do not edit.
/** The languages that the page speaks: English, French, Mauritian Kreol. */
export const languages = ["en", "fr", "mfe"] as const;

export type Language = (typeof languages)[number];

/** The language of the spec, in which the words are written first. */
export const SOURCE_LANGUAGE = "en" satisfies Language;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}
