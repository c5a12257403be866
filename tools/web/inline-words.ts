import { readFile } from "node:fs/promises";
import { parseAst } from "rolldown/parseAst";
import type { Plugin } from "vite";
import { RULES } from "../../words/rules.ts";

const IMPORTS_WORDS = /from "#words\//;
const MESSAGE = /^export const (\w+)(?:: string)? = (.*);$/gm;
/** A message whose arguments are only filled in: their names, and the template. */
const FILLED_IN = /^\(\{ ([\w, ]+) \}: \{[^{}]*\}\): string => `((?:[^`$]|\$\{\w+\}|\\.)*)`$/;

/** The texts of a catalogue by key, as code. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Writes the words into the modules that use them, so that each text is in the file of the page that shows it: a bundler
 * keeps a whole catalogue in one file, which the first page would load with the texts of all others. The language is that
 * of the alias for `#words/` (tools/build-web.mjs), without one the English of package.json.
 */
export function inlineWords(): Plugin {
  let language = "en";
  const catalogues = new Map<string, Promise<Texts>>();
  /** By their code: a build in the next language has the same modules, and parsing them takes most of the time. */
  const programs = new Map<string, Node>();
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
      catalogues.clear();
      for (const { replacement } of resolve.alias)
        language = /words\/generated\/(\w+)\/\$1\.ts$/.exec(replacement)?.[1] ?? language;
    },
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !IMPORTS_WORDS.test(code)) return null;
      const program = programs.get(code) ?? parsed(code);
      programs.set(code, program);
      return { code: await inline(code, textsOf, program), map: null };
    },
  };
}

async function readTexts(language: string, name: string): Promise<Texts> {
  const code = await readFile(`words/generated/${language}/${name}.ts`, "utf8");
  return new Map([...code.matchAll(MESSAGE)].map(([, key = "", text = ""]) => [key, text]));
}

/** A node of the syntax tree (ESTree). */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A catalogue that a module imports, with the texts that it uses. */
interface Catalogue {
  declaration: Node;
  namespace: string;
  texts: Texts;
  used: Set<string>;
}

/** Text in place of a part of the code. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * `words.title` becomes `words_title`, a constant in place of the import, and `words.saved({ time: now })` a template. A module
 * that also passes the whole catalogue on keeps the import.
 */
export async function inline(
  code: string,
  textsOf: (name: string) => Promise<Texts>,
  program = parsed(code),
): Promise<string> {
  const catalogues: Catalogue[] = [];
  for (const declaration of childrenOf(program)) {
    const [name, namespace] = declaration.type === "ImportDeclaration" ? catalogueOf(declaration) : [];
    if (name && namespace && !isPassedOn(program, namespace))
      catalogues.push({ declaration, namespace, texts: await textsOf(name), used: new Set() });
  }
  const edits = editsIn(program, (node) => replacementOf(code, node, catalogues));
  // What a catalogue is replaced by is known when all of its uses are.
  const imports = catalogues.map((catalogue) => ({ ...catalogue.declaration, text: constants(catalogue) }));
  return edited(code, { start: 0, end: code.length }, [...edits, ...imports]);
}

function parsed(code: string): Node {
  return parseAst(code, { lang: "tsx" }) as unknown as Node;
}

/** The names of the catalogue and of its namespace in `import * as words from "#words/matches"`. */
function catalogueOf({ source, specifiers }: Node): readonly (string | undefined)[] {
  const name = /^#words\/([\w-]+)$/.exec(String((source as Node).value))?.[1];
  const [specifier] = specifiers as Node[];
  return specifier?.type === "ImportNamespaceSpecifier" ? [name, String((specifier.local as Node).name)] : [];
}

const isNamed = (node: unknown, name: string) =>
  (node as Node | null)?.type === "Identifier" && (node as Node).name === name;

/** Whether the namespace is used otherwise than as `namespace.key`. */
function isPassedOn(node: Node, namespace: string): boolean {
  if (isNamed(node, namespace)) return true;
  const isRead = node.type === "MemberExpression" && !node.computed;
  // What only has the same name: a property, and the import.
  const skipped = [
    ...(isRead ? [node.property] : []),
    ...(isRead && isNamed(node.object, namespace) ? [node.object] : []),
    ...(node.type === "Property" && !node.computed && !node.shorthand ? [node.key] : []),
    ...(node.type === "ImportNamespaceSpecifier" ? [node.local] : []),
  ];
  return childrenOf(node).some((child) => !skipped.includes(child) && isPassedOn(child, namespace));
}

/** What is written in place of a use of a catalogue; undefined for other nodes. */
function replacementOf(code: string, node: Node, catalogues: readonly Catalogue[]): string | undefined {
  for (const { namespace, texts, used } of catalogues) {
    const keyOf = (member: Node) =>
      member.type === "MemberExpression" && !member.computed && isNamed(member.object, namespace)
        ? String((member.property as Node).name)
        : "";
    if (node.type === "CallExpression") {
      const text = texts.get(keyOf(node.callee as Node)) ?? "";
      const template = filledIn(text, node.arguments as Node[], (value) =>
        edited(
          code,
          value,
          editsIn(value, (inside) => replacementOf(code, inside, catalogues)),
        ),
      );
      if (template !== undefined) return template;
    }
    const key = keyOf(node);
    if (key === "") continue;
    if (!texts.has(key)) throw new Error(`${namespace}.${key} is in no catalogue (npm run words)`);
    used.add(key);
    return `${namespace}_${key}`;
  }
  return undefined;
}

/** The template of a message whose arguments are only filled in, each once. */
function filledIn(text: string, given: Node[], write: (value: Node) => string): string | undefined {
  const [, , template = ""] = FILLED_IN.exec(text) ?? [];
  const [argument] = given;
  if (template === "" || given.length !== 1 || argument?.type !== "ObjectExpression") return undefined;
  const values = new Map<string, Node>();
  for (const property of argument.properties as Node[]) {
    if (property.type !== "Property" || property.computed) return undefined;
    values.set(String((property.key as Node).name), property.value as Node);
  }
  const places = [...template.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
  const isOnce = new Set(places).size === places.length && places.length === values.size;
  if (!isOnce || !places.every((name) => values.has(name))) return undefined;
  const filled = template.replace(
    /\$\{(\w+)\}/g,
    (_, name: string) => `\${${write(values.get(name) as Node)}}`,
  );
  return `\`${filled}\``;
}

/** The constants of the used texts, and what they call. On one line, so that the other lines keep their numbers. */
function constants({ namespace, texts, used }: Catalogue): string {
  const lines = [...used].map(
    (key) => `const ${namespace}_${key} = ${standAlone(texts.get(key) ?? "", namespace)};`,
  );
  const called = RULES.filter((rule) => lines.some((line) => line.includes(`${namespace}_${rule}(`)));
  const names = called.map((rule) => `${rule} as ${namespace}_${rule}`).join(", ");
  return `${called.length > 0 ? `import { ${names} } from "#words/language"; ` : ""}${lines.join(" ")}`;
}

/** Without the names that the catalogue imports, and as TSX, in which `<T>(` begins an element. */
function standAlone(text: string, namespace: string): string {
  return text
    .replace(new RegExp(`\\$\\{(${RULES.join("|")})\\(`, "g"), (_call, rule) => `\${${namespace}_${rule}(`)
    .replace(/^<T>\(/, "<T,>(")
    .replace(/: Word\b/g, ": string | number");
}

/** The edits of a part of the module. A replaced node is not looked into. */
function editsIn(node: Node, replace: (node: Node) => string | undefined): Edit[] {
  const text = replace(node);
  if (text !== undefined) return [{ start: node.start, end: node.end, text }];
  return childrenOf(node).flatMap((child) => editsIn(child, replace));
}

/** The code from start to end with these edits. */
function edited(
  code: string,
  { start, end }: { start: number; end: number },
  edits: readonly Edit[],
): string {
  let text = "";
  let at = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at, end);
}

/** The nodes in a node. Called for every node of the page, so it makes no lists in between. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
