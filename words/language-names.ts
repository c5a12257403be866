import type { Language } from "./languages.ts";

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  fr: "Français",
  mfe: "Kreol Morisien",
};
