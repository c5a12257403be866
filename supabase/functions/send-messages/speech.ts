/** The words of messages in each language. */

import * as englishFootball from "../_words/generated/en/football.ts";
import * as english from "../_words/generated/en/messages.ts";
import * as frenchFootball from "../_words/generated/fr/football.ts";
import * as french from "../_words/generated/fr/messages.ts";
import * as kreolFootball from "../_words/generated/mfe/football.ts";
import * as kreol from "../_words/generated/mfe/messages.ts";
import type { Language } from "../_words/languages.ts";
import { roundIn } from "../_words/messages/round-name.ts";
import type { Speech } from "../_words/messages/speech.ts";

const SPEECHES = {
  en: { words: english, calendar: englishFootball, roundName: (round) => roundIn(englishFootball, round) },
  fr: { words: french, calendar: frenchFootball, roundName: (round) => roundIn(frenchFootball, round) },
  mfe: { words: kreol, calendar: kreolFootball, roundName: (round) => roundIn(kreolFootball, round) },
} satisfies Record<Language, Speech>;

export function speechOf(language: Language): Speech {
  return SPEECHES[language];
}
