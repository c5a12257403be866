/** The words as code: a module for each catalogue and language, and what the edge functions need of them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Language, languages, SOURCE_LANGUAGE } from "../../../words/languages.ts";
import { NOTATIONS } from "../../../words/notations.ts";
import { RULES } from "../../../words/rules.ts";
import {
  catalogueNames,
  englishMessages,
  type Message,
  translatedLanguages,
  translationsOf,
  WORDS,
} from "./catalogues.ts";
import { compileMessage, parseMessage, type Signature, signatureOf } from "./compile-message.ts";

const GENERATED = `${WORDS}/generated`;

/** The edge functions' copy of the words: a Supabase project is deployed without the folders beside it. */
const IN_FUNCTIONS = "supabase/functions/_words";
const CATALOGUES_OF_FUNCTIONS = ["calendar", "football", "language", "messages", "share-picture"];

/** Writes the modules that have changed, and deletes those of catalogues that are gone. Git ignores them. */
export function writeModules(): void {
  const modules = wordModules();
  const files = new Map([...modules, ...copiesForFunctions(modules)]);
  for (const path of modulesOnDisk()) if (!files.has(path)) rmSync(path);
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function modulesOnDisk(): string[] {
  return [GENERATED, IN_FUNCTIONS].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/")),
  );
}

/** Every module of `words/generated` by path. */
export function wordModules(): Map<string, string> {
  const files = new Map<string, string>();
  for (const language of languages)
    files.set(`${GENERATED}/${language}/language.ts`, languageModule(language));
  for (const name of catalogueNames()) {
    const messages = englishMessages(name);
    const versions = new Map<Language, readonly Message[]>([[SOURCE_LANGUAGE, messages]]);
    for (const language of translatedLanguages) {
      const translations = translationsOf(language, name);
      // Until it is translated, a message is shown in English.
      const translated = messages.map(({ key, text }) => ({
        key,
        text: translations.get(key)?.text || text,
      }));
      versions.set(language, translated);
    }
    const signatures = sharedSignatures(name, versions);
    for (const [language, version] of versions)
      files.set(`${GENERATED}/${language}/${name}.ts`, moduleOf(language, name, version, signatures));
  }
  return files;
}

/**
 * What each message takes in every language: the arguments of the English text. One that a translation counts is a number in
 * all of them.
 */
function sharedSignatures(
  name: string,
  versions: ReadonlyMap<Language, readonly Message[]>,
): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  const all = [...versions].flatMap(([language, messages]) =>
    messages.map((message) => ({ ...message, where: `${WORDS}/${language}/${name}: ${message.key}` })),
  );
  for (const { key, text, where } of all) {
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
function copiesForFunctions(modules: ReadonlyMap<string, string>): Map<string, string> {
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
      const text = modules.get(`${WORDS}/${path}`) ?? readFileSync(`${WORDS}/${path}`, "utf8");
      return [`${IN_FUNCTIONS}/${path}`, `// A copy of ${WORDS}/${path}. Do not edit.\n${text}`];
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
  return `${[`// Written from ${WORDS}/${language}/${source}. Do not edit.`, ...imports, body].join("\n")}\n`;
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
  return `// Written from ${WORDS}/notations.ts. Do not edit.
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
