/** The languages that the page speaks: English, French, Mauritian Kreol. */
export const languages = ["en", "fr", "mfe"] as const;

export type Language = (typeof languages)[number];

/** The language of the spec, in which the words are written first. */
export const SOURCE_LANGUAGE = "en" satisfies Language;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** Where the page keeps the language that its user has chosen. It contains nothing else and is readable by the page. */
export const LANGUAGE_COOKIE = "language";

/** The cookie, for a year. Safari keeps one that a script has set for seven days, so the host sets it again. */
export function languageCookie(chosen: Language): string {
  return `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=31536000; samesite=lax`; // not a text: a cookie
}
