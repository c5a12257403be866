import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { RULES } from "../../words/rules.ts";

const IMPORT = /^import \* as (\w+) from "#words\/([\w-]+)";$/gm;
const MESSAGE = /^export const (\w+)(?:: string)? = (.*);$/gm;

/**
 * Writes the words into the modules that use them, so that each text is in the file of the page that shows it: a bundler
 * keeps a whole catalogue in one file, which the first page would load with the texts of all others. The language is that
 * of the alias for `#words/` (tools/build-web.mjs), without one the English of package.json.
 */
export function inlineWords(): Plugin {
  let language = "en";
  const catalogues = new Map<string, Promise<Texts>>();
  const textsOf = (name: string): Promise<Texts> => {
    const texts = catalogues.get(name) ?? readTexts(language, name);
    catalogues.set(name, texts);
    return texts;
  };
  return {
    name: "inline-words",
    apply: "build",
    enforce: "pre",
    configResolved({ resolve }) {
      for (const { replacement } of resolve.alias)
        language = /words\/generated\/(\w+)\/\$1\.ts$/.exec(replacement)?.[1] ?? language;
    },
    async transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null;
      let inlined = code;
      for (const [line, namespace = "", name = ""] of code.matchAll(IMPORT))
        inlined = inline(inlined, line, namespace, await textsOf(name));
      return inlined === code ? null : { code: inlined, map: null };
    },
  };
}

/** The texts of a catalogue by key, as code. */
type Texts = ReadonlyMap<string, string>;

async function readTexts(language: string, name: string): Promise<Texts> {
  const code = await readFile(`words/generated/${language}/${name}.ts`, "utf8");
  return new Map([...code.matchAll(MESSAGE)].map(([, key = "", text = ""]) => [key, text]));
}

/**
 * `words.title` becomes `words_title`, a constant in place of the import. A module that also passes the whole catalogue on
 * keeps the import.
 */
export function inline(code: string, line: string, namespace: string, texts: Texts): string {
  if (new RegExp(`\\b${namespace}\\b(?!\\.)`).test(code.replace(line, ""))) return code;
  const used = new Set<string>();
  const body = code.replace(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"), (access: string, key: string) => {
    if (!texts.has(key)) return access;
    used.add(key);
    return `${namespace}_${key}`;
  });
  const constants = [...used].map(
    (key) => `const ${namespace}_${key} = ${standAlone(texts.get(key) ?? "", namespace)};`,
  );
  const called = RULES.filter((rule) => constants.some((text) => text.includes(`\${${namespace}_${rule}(`)));
  const names = called.map((rule) => `${rule} as ${namespace}_${rule}`).join(", ");
  const rules = called.length > 0 ? `import { ${names} } from "#words/language"; ` : "";
  // On one line, so that the other lines keep their numbers.
  return body.replace(line, () => `${rules}${constants.join(" ")}`);
}

/** Without the names that the catalogue imports, and as TSX, in which `<T>(` begins an element. */
function standAlone(text: string, namespace: string): string {
  return text
    .replace(new RegExp(`\\$\\{(${RULES.join("|")})\\(`, "g"), (_call, rule) => `\${${namespace}_${rule}(`)
    .replace(/^<T>\(/, "<T,>(")
    .replace(/: Word\b/g, ": string | number");
}
