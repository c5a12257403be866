// Written by `npm run generate`. Do not edit.
import { LANGUAGES, type Language } from "../../languages.ts";
import { rulesOf } from "../../rules.ts";

/** The language of the page. */
export const language: Language = "en";
/** The locale of its numbers and dates. */
export const { locale } = LANGUAGES.en;
export const { choose, chooseOrdinal, number } = rulesOf("en");
