/** The words of pictures in each language. */
import * as englishFootball from "../_words/generated/en/football.ts";
import * as english from "../_words/generated/en/share-picture.ts";
import * as frenchFootball from "../_words/generated/fr/football.ts";
import * as french from "../_words/generated/fr/share-picture.ts";
import * as kreolFootball from "../_words/generated/mfe/football.ts";
import * as kreol from "../_words/generated/mfe/share-picture.ts";
import type { Language } from "../_words/languages.ts";
import type { Speech as MessageSpeech } from "../_words/messages/speech.ts";

export interface Speech {
  words: typeof english;
  calendar: MessageSpeech["calendar"];
}

export const SPEECHES = {
  en: { words: english, calendar: englishFootball },
  fr: { words: french, calendar: frenchFootball },
  mfe: { words: kreol, calendar: kreolFootball },
} satisfies Record<Language, Speech>;
