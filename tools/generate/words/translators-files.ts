/** The translators' files, words/LANGUAGE/NAME.po, which follow the English texts. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type GetTextTranslations, po } from "gettext-parser";
import type { Language } from "../../../words/languages.ts";
import {
  catalogueNames,
  englishMessages,
  type Message,
  poPath,
  type Translation,
  translatedLanguages,
  translationsOf,
  WORDS,
} from "./catalogues.ts";

/** Writes the files that have changed, and deletes those of catalogues that are gone. */
export function writeTranslatorsFiles(): void {
  const files = translatorsFiles();
  for (const path of outdatedFiles()) {
    const text = files.get(path);
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }
}

/** The paths of the files that are not what they should be. */
export function outdatedFiles(): string[] {
  const files = translatorsFiles();
  const onDisk = translatedLanguages.flatMap((language) =>
    readdirSync(`${WORDS}/${language}`).map((file) => `${WORDS}/${language}/${file}`),
  );
  const wrong = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text);
  return [...wrong.map(([path]) => path), ...onDisk.filter((path) => !files.has(path))];
}

/** Every file by path. */
function translatorsFiles(): Map<string, string> {
  return new Map(
    catalogueNames().flatMap((name) =>
      translatedLanguages.map((language): [string, string] => [
        poPath(language, name),
        poFile(language, englishMessages(name), translationsOf(language, name)),
      ]),
    ),
  );
}

/** The keys whose translation is missing or older than the English text, as `LANGUAGE/NAME.po: KEY`. */
export function dueTranslations(): string[] {
  return catalogueNames().flatMap((name) =>
    translatedLanguages.flatMap((language) => {
      const translations = translationsOf(language, name);
      return englishMessages(name).flatMap(({ key, text }) => {
        const known = translations.get(key);
        const isDue = !known || known.text === "" || known.isFuzzy || known.english !== text;
        return isDue ? [`${language}/${name}.po: ${key}`] : [];
      });
    }),
  );
}

/**
 * A translator's file with all messages: translations of a changed English text are marked fuzzy, those of deleted messages are
 * left out.
 */
export function poFile(
  language: Language,
  messages: readonly Message[],
  translations: ReadonlyMap<string, Translation>,
): string {
  const catalogue: GetTextTranslations = {
    charset: "utf-8",
    headers: { "Content-Type": "text/plain; charset=utf-8", Language: language },
    translations: {},
  };
  for (const { key, text } of messages) {
    const known = translations.get(key);
    const isOutdated = known !== undefined && known.text !== "" && (known.isFuzzy || known.english !== text);
    catalogue.translations[key] = {
      [text]: {
        msgctxt: key,
        msgid: text,
        msgstr: [known?.text ?? ""],
        ...(isOutdated ? { comments: { flag: "fuzzy" } } : {}),
      },
    };
  }
  return `${po.compile(catalogue, { foldLength: 0 }).toString().trimEnd()}\n`;
}
