/** The words of messages in each language. */

import * as englishFootball from "../_words/generated/en/football.ts";
import * as english from "../_words/generated/en/messages.ts";
import * as frenchFootball from "../_words/generated/fr/football.ts";
import * as french from "../_words/generated/fr/messages.ts";
import * as kreolFootball from "../_words/generated/mfe/football.ts";
import * as kreol from "../_words/generated/mfe/messages.ts";
import type { Language } from "../_words/languages.ts";
import type { Speech } from "../_words/messages/speech.ts";

const SPEECHES = {
  en: { words: english, calendar: englishFootball },
  fr: { words: french, calendar: frenchFootball },
  mfe: { words: kreol, calendar: kreolFootball },
} satisfies Record<Language, Speech>;

export function speechOf(language: Language): Speech {
  return SPEECHES[language];
}
