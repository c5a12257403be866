import { isLanguage, type Language, SOURCE_LANGUAGE } from "../_words/languages.ts";
import type { Environment } from "./environment.ts";

/** A member's language; the club's if the member has chosen none, and English if the club has not either. */
export function languageOf(chosen: unknown, env: Environment): Language {
  return [chosen, env.CLUB_LANGUAGE].find(isLanguage) ?? SOURCE_LANGUAGE;
}
