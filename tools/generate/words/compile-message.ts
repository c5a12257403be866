/** Writes a message of ICU MessageFormat as a constant or a function of TypeScript. */
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser";

/** What a message takes: its arguments with their types, and the names of its tags. */
export interface Signature {
  arguments: ReadonlyMap<string, string>;
  tags: readonly string[];
}

/** Parses a message. Throws with the place of a mistake; `where` names the message. */
export function parseMessage(text: string, where: string): MessageFormatElement[] {
  // ICU would write the argument's name instead of the argument.
  if (/'[{<]\w/.test(text)) throw new Error(`${where}: write ’ before an argument or a tag, not '`);
  try {
    return parse(text, { requiresOtherClause: true, shouldParseSkeletons: false });
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : error} in ${JSON.stringify(text)}`);
  }
}

/** The arguments and tags of a message. Throws for what the generated code cannot write. */
export function signatureOf(elements: MessageFormatElement[], where: string): Signature {
  const types = new Map<string, Set<string>>();
  const tags = new Set<string>();
  const take = (name: string, type: string) => types.set(name, (types.get(name) ?? new Set()).add(type));
  const visit = (element: MessageFormatElement): void => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return;
      case TYPE.argument:
        take(element.value, "Word");
        return;
      case TYPE.plural:
        take(element.value, "number");
        for (const { value } of Object.values(element.options)) value.forEach(visit);
        return;
      case TYPE.select:
        take(
          element.value,
          Object.keys(element.options)
            .map((option) => JSON.stringify(option))
            .join(" | "),
        );
        for (const { value } of Object.values(element.options)) value.forEach(visit);
        return;
      case TYPE.tag:
        tags.add(element.value);
        element.children.forEach(visit);
        return;
      default:
        throw new Error(`${where}: dates and formatted numbers are passed as words`);
    }
  };
  elements.forEach(visit);
  const named = [...types].map(([name, kinds]): [string, string] => {
    const [...rest] = [...kinds].filter((kind) => kind !== "Word");
    if (rest.length > 1) throw new Error(`${where}: {${name}} has two types`);
    return [name, rest[0] ?? "Word"];
  });
  return { arguments: new Map(named), tags: [...tags] };
}

/** The export of a message: `signature` is that of the English message, which a translation shares. */
export function compileMessage(key: string, elements: MessageFormatElement[], signature: Signature): string {
  const { arguments: given, tags } = signature;
  const hasTags = tags.length > 0;
  const body = hasTags ? parts(elements) : template(elements);
  if (given.size === 0 && !hasTags) return `export const ${key}: string = ${body};`;
  const used = new Set(namesIn(elements));
  const names = [...given.keys(), ...tags].filter((name) => used.has(name));
  const fields = [...given].map(([name, type]) => `${name}: ${type}`);
  const ofTags = tags.map((name) => `${name}: (text: string) => T`);
  const pattern = names.length > 0 ? `{ ${names.join(", ")} }` : "_";
  const type = `{ ${[...fields, ...ofTags].join("; ")} }`;
  return hasTags
    ? `export const ${key} = <T>(${pattern}: ${type}): (string | T)[] => ${body};`
    : `export const ${key} = (${pattern}: ${type}): string => ${body};`;
}

function namesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element.value, ...namesIn(element.children)];
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
    return element.type === TYPE.argument ? [element.value] : [];
  });
}

/** A message with tags as an array. A tag contains text only. */
function parts(elements: MessageFormatElement[]): string {
  const found: string[] = [];
  let text: MessageFormatElement[] = [];
  const endText = () => {
    if (text.length > 0) found.push(template(text));
    text = [];
  };
  for (const element of elements) {
    if (element.type !== TYPE.tag) {
      text.push(element);
      continue;
    }
    endText();
    found.push(`${element.value}(${template(element.children)})`);
  }
  endText();
  return `[${found.join(", ")}]`;
}

/** Text as a literal of TypeScript. `counted`: the expression that # stands for. */
function template(elements: MessageFormatElement[], counted = ""): string {
  if (elements.every(({ type }) => type === TYPE.literal))
    return JSON.stringify(elements.map((element) => (element as { value: string }).value).join(""));
  const inner = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replaceAll(/[\\`]|\$\{/g, "\\$&").replaceAll("\n", "\\n");
      case TYPE.argument:
        return `\${${element.value}}`;
      case TYPE.pound:
        return `\${number(${counted})}`;
      case TYPE.plural:
        return plural(element);
      case TYPE.select:
        return selected(element, counted);
      default:
        throw new Error("a tag is not inside a plural or another tag");
    }
  });
  return `\`${inner.join("")}\``;
}

/** The text of a case as the inside of a template. The case `other` is that of any other value. */
function selected({ value, options }: SelectElement, counted: string): string {
  const { other, ...named } = options;
  const otherwise = template(other?.value ?? [], counted);
  return `\${(${cases(named, counted)} as Record<string, string>)[${value}] ?? ${otherwise}}`;
}

/** The text of a count as the inside of a template. */
function plural({ value, offset, pluralType, options }: PluralElement): string {
  const number = offset ? `${value} - ${offset}` : value;
  const textOf = (option: string) => template(options[option]?.value ?? [], number);
  const categories = Object.keys(options).sort().join();
  if (categories === "other") return `\${${textOf("other")}}`;
  if (categories === "one,other" && pluralType === "cardinal" && !offset)
    return `\${isOne(${value}) ? ${textOf("one")} : ${textOf("other")}}`;
  const call = pluralType === "ordinal" ? "chooseOrdinal" : "choose";
  return `\${${call}(${value}, ${cases(options, number)}${offset ? `, ${offset}` : ""})}`;
}

function cases(options: Record<string, { value: MessageFormatElement[] }>, counted: string): string {
  const written = Object.entries(options).map(
    ([option, { value }]) =>
      `${/^\w+$/.test(option) ? option : JSON.stringify(option)}: ${template(value, counted)}`,
  );
  return `{ ${written.join(", ")} }`;
}
