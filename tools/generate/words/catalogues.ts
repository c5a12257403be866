/** The words of the page: words/en/NAME.json in English, words/LANGUAGE/NAME.po for each other language. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { po } from "gettext-parser";
import { type Language, languages, SOURCE_LANGUAGE } from "../../../words/languages.ts";

export const WORDS = "words";

/** One text of a catalogue. */
export interface Message {
  key: string;
  text: string;
}

/** A translation: the English that it translates, and its text, which is empty until a translator writes it. */
export interface Translation {
  english: string;
  text: string;
  isFuzzy: boolean;
}

/** The languages that have translations. */
export const translatedLanguages = languages.filter((language) => language !== SOURCE_LANGUAGE);

/** The names of all catalogues. */
export function catalogueNames(): string[] {
  return readdirSync(`${WORDS}/${SOURCE_LANGUAGE}`)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}

/** The English texts of a catalogue in their order. Throws for a key that cannot be a name in code. */
export function englishMessages(name: string): Message[] {
  const path = `${WORDS}/${SOURCE_LANGUAGE}/${name}.json`;
  const texts = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  return Object.entries(texts).map(([key, text]) => {
    if (!/^[a-z][A-Za-z0-9]*$/.test(key)) throw new Error(`${path}: ${key} is no name in camelCase`);
    if (RESERVED.has(key))
      throw new Error(`${path}: ${key} is a word of JavaScript or of the generated files`);
    if (typeof text !== "string" || text === "") throw new Error(`${path}: ${key} has no text`);
    return { key, text };
  });
}

/** Words that no export or argument may have. */
const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for function if
  implements import in instanceof interface let new null package private protected public return static super switch this throw true
  try typeof var void while with yield isOne choose chooseOrdinal number`.split(/\s+/),
);

export const poPath = (language: Language, name: string) => `${WORDS}/${language}/${name}.po`;

/** The translations of a catalogue by key. */
export function translationsOf(language: Language, name: string): Map<string, Translation> {
  const path = poPath(language, name);
  if (!existsSync(path)) return new Map();
  const entries = Object.values(po.parse(readFileSync(path, "utf8")).translations).flatMap(Object.values);
  return new Map(
    entries.flatMap(({ msgctxt, msgid, msgstr, comments }) =>
      msgctxt
        ? [[msgctxt, { english: msgid, text: msgstr[0] ?? "", isFuzzy: /fuzzy/.test(comments?.flag ?? "") }]]
        : [],
    ),
  );
}
