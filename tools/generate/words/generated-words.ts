/** The files of words/generated: one module for each catalogue and language. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Language, languages, SOURCE_LANGUAGE } from "../../../words/languages.ts";
import { NOTATIONS } from "../../../words/notations.ts";
import { RULES } from "../../../words/rules.ts";
import {
  catalogueNames,
  englishMessages,
  type Message,
  poFile,
  poPath,
  translatedLanguages,
  translationsOf,
  WORDS,
} from "./catalogues.ts";
import { compileMessage, parseMessage, type Signature, signatureOf } from "./compile-message.ts";

const GENERATED = `${WORDS}/generated`;

/** The edge functions' copy of the words: a Supabase project is deployed without the folders beside it. */
const IN_FUNCTIONS = "supabase/functions/_words";
const CATALOGUES_OF_FUNCTIONS = ["calendar", "football", "language", "messages", "share-picture"];

/** Writes the translators' files and the modules, and deletes those of catalogues that are gone. */
export function writeWords(): void {
  const files = wordFiles();
  const copies = copiesForFunctions(files);
  for (const path of filesOnDisk()) if (!files.has(path) && !copies.has(path)) rmSync(path);
  for (const [path, text] of [...files, ...copies]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The files on disk that `wordFiles` writes. */
export function filesOnDisk(): string[] {
  const folders = [
    ...languages.map((language) => `${IN_FUNCTIONS}/generated/${language}`),
    IN_FUNCTIONS,
    `${IN_FUNCTIONS}/messages`,

    ...languages.map((language) => `${GENERATED}/${language}`),
    ...translatedLanguages.map((l) => `${WORDS}/${l}`),
  ];
  return folders.flatMap((folder) => {
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${folder}/${entry.name}`);
  });
}

/** Every generated file by path. */
export function wordFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const language of languages)
    files.set(`${GENERATED}/${language}/language.ts`, languageModule(language));
  for (const name of catalogueNames()) {
    const messages = englishMessages(name);
    const versions = new Map<Language, readonly Message[]>([[SOURCE_LANGUAGE, messages]]);
    for (const language of translatedLanguages) {
      const translations = translationsOf(language, name);
      files.set(poPath(language, name), poFile(language, messages, translations));
      // Until it is translated, a message is shown in English.
      const translated = messages.map(({ key, text }) => ({
        key,
        text: translations.get(key)?.text || text,
      }));
      versions.set(language, translated);
    }
    const signatures = sharedSignatures(name, [...versions.values()]);
    for (const [language, version] of versions)
      files.set(`${GENERATED}/${language}/${name}.ts`, moduleOf(language, name, version, signatures));
  }
  return files;
}

/**
 * What each message takes in every language: the arguments of the English text. One that a translation counts is a number in
 * all of them.
 */
function sharedSignatures(name: string, versions: readonly (readonly Message[])[]): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  for (const { key, text } of versions.flat()) {
    const where = `${WORDS}/*/${name}: ${key}`;
    const own = signatureOf(parseMessage(text, where), where);
    const known = signatures.get(key);
    const types = [...(known ?? own).arguments].map(([argument, type]): [string, string] => [
      argument,
      own.arguments.get(argument) === "number" ? "number" : type,
    ]);
    signatures.set(key, { tags: (known ?? own).tags, arguments: new Map(types) });
  }
  return signatures;
}

/** The copies for the edge functions by path. */
function copiesForFunctions(files: ReadonlyMap<string, string>): Map<string, string> {
  const own = [
    "languages.ts",
    "rules.ts",
    ...readdirSync(`${WORDS}/messages`).map((file) => `messages/${file}`),
  ];
  const generated = languages.flatMap((language) =>
    CATALOGUES_OF_FUNCTIONS.map((name) => `generated/${language}/${name}.ts`),
  );
  return new Map(
    [...own, ...generated].map((path) => {
      const text = files.get(`${WORDS}/${path}`) ?? readFileSync(`${WORDS}/${path}`, "utf8");
      return [
        `${IN_FUNCTIONS}/${path}`,
        `// A copy of ${WORDS}/${path}, written by \`npm run words\`. Do not edit.\n${text}`,
      ];
    }),
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

function moduleOf(
  language: Language,
  name: string,
  messages: readonly Message[],
  signatures: ReadonlyMap<string, Signature>,
): string {
  const source = language === SOURCE_LANGUAGE ? `${name}.json` : `${name}.po`;
  const lines = messages.map(({ key, text: asTyped }) => {
    const where = `${WORDS}/${language}/${name}: ${key}`;
    const text = withoutBreaks(language, asTyped);
    const elements = parseMessage(text, where);
    const signature = signatures.get(key);
    if (!signature) throw new Error(`${where} is not in the English catalogue`);
    if (language !== SOURCE_LANGUAGE) compareSignatures(signatureOf(elements, where), signature, where);
    return withElisions(language, compileMessage(key, elements, signature));
  });
  const body = lines.join("\n");
  const called = RULES.filter((rule) => new RegExp(`\\b${rule}\\(`).test(body));
  const imports = [
    ...(/: Word\b/.test(body) ? [`import type { Word } from "../../rules.ts";`] : []),
    ...(called.length > 0 ? [`import { ${called.join(", ")} } from "./language.ts";`] : []),
  ];
  return `${[`// Written by \`npm run generate\` from ${WORDS}/${language}/${source}. Do not edit.`, ...imports, body].join("\n")}\n`;
}

/** The text as the language sets it. */
export function withoutBreaks(language: Language, text: string): string {
  const { unbreakable } = NOTATIONS[language];
  return unbreakable ? text.replace(unbreakable, "\u00a0") : text;
}

/** The code of a message whose words are elided before names. */
export function withElisions(language: Language, code: string): string {
  const { elided } = NOTATIONS[language];
  return elided ? code.replace(elided, (_, word, name) => `\${elide("${word}", ${name})}`) : code;
}

/** A translation may leave an argument out, but has no other one, and has the same tags. */
function compareSignatures(own: Signature, english: Signature, where: string): void {
  for (const [name] of own.arguments)
    if (!english.arguments.has(name))
      throw new Error(`${where} has {${name}}, which the English text has not`);
  if ([...own.tags].sort().join() !== [...english.tags].sort().join())
    throw new Error(`${where} has other tags than the English text`);
}

function languageModule(language: Language): string {
  const { locale, thousands, decimals, isOne } = NOTATIONS[language];
  return `// Written by \`npm run words\`. Do not edit.
import type { Language } from "../../languages.ts";
import { chooser, numberWriter } from "../../rules.ts";

export { elide } from "../../rules.ts";

/** The language of the page. */
export const language: Language = "${language}";
/** The locale of its plurals and of the names of countries. */
export const locale = "${locale}";
/** Whether a plural has the category one. */
export const isOne = (count: number): boolean => ${isOne};
export const choose = /* @__PURE__ */ chooser(locale, "cardinal");
export const chooseOrdinal = /* @__PURE__ */ chooser(locale, "ordinal");
export const number = /* @__PURE__ */ numberWriter(${JSON.stringify(thousands)}, ${JSON.stringify(decimals)});
`;
}

/** Whether the files on disk are what they should be; the names of those that are not. */
export function outdatedFiles(): string[] {
  const written = wordFiles();
  const files = new Map([...written, ...copiesForFunctions(written)]);
  const onDisk = new Set(filesOnDisk());
  const wrong = [...files].filter(([path, text]) => !onDisk.has(path) || readFileSync(path, "utf8") !== text);
  return [...wrong.map(([path]) => path), ...[...onDisk].filter((path) => !files.has(path))];
}
