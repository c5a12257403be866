/** Parses names, json paths and quoted values, which all parameters contain. */
import type { Scanner } from "./scanner.ts";
import type { Field, JsonStep } from "./types.ts";

const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y;
/** Letters, digits, `_`, `$`, inner spaces, and dashes that do not begin an arrow. */
const NAME = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy;
/** A json key may contain nearly any character. */
const KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y;
const INDEX = /(-?\d+)(?=->|::|\.|,|\)|$)/y;

export function quoted(scanner: Scanner): string | null {
  const found = scanner.match(QUOTED)?.[1];
  return found === undefined ? null : found.replace(/\\([\s\S])/g, "$1");
}

/** A column, table or relationship name. `"…"` allows every character. */
export function name(scanner: Scanner): string {
  const found = nameIfAny(scanner);
  if (found === null) throw scanner.failure("field name (* or [a..z0..9_$])");
  return found;
}

export function nameIfAny(scanner: Scanner): string | null {
  const inQuotes = quoted(scanner);
  if (inQuotes !== null) return inQuotes;
  const plain = scanner.attempt(() => scanner.match(NAME)?.[0].trim() || null);
  return plain;
}

export function field(scanner: Scanner): Field {
  return { name: name(scanner), path: jsonPath(scanner) };
}

export function jsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const asText = scanner.skip("->>");
    if (!asText && !scanner.skip("->")) return path;
    const index = scanner.match(INDEX)?.[1];
    path.push({ asText, key: index === undefined ? jsonKey(scanner) : Number(index) });
  }
}

function jsonKey(scanner: Scanner): string {
  const key = quoted(scanner) ?? scanner.match(KEY)?.[0].trim();
  if (!key) throw scanner.failure("any non reserved character different from: .,>()");
  return key;
}
