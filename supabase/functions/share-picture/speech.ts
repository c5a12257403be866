/** The words of pictures in each language. */
import * as englishFootball from "../_words/generated/en/football.ts";
import * as english from "../_words/generated/en/share-picture.ts";
import * as frenchFootball from "../_words/generated/fr/football.ts";
import * as french from "../_words/generated/fr/share-picture.ts";
import * as kreolFootball from "../_words/generated/mfe/football.ts";
import * as kreol from "../_words/generated/mfe/share-picture.ts";
import type { Language } from "../_words/languages.ts";
import { roundIn } from "../_words/messages/round-name.ts";
import type { Speech as MessageSpeech } from "../_words/messages/speech.ts";

export interface Speech {
  words: typeof english;
  calendar: MessageSpeech["calendar"];
  /** The name of a round, which the data has in English. */
  roundName: MessageSpeech["roundName"];
}

export const SPEECHES = {
  en: { words: english, calendar: englishFootball, roundName: (round) => roundIn(englishFootball, round) },
  fr: { words: french, calendar: frenchFootball, roundName: (round) => roundIn(frenchFootball, round) },
  mfe: { words: kreol, calendar: kreolFootball, roundName: (round) => roundIn(kreolFootball, round) },
} satisfies Record<Language, Speech>;
