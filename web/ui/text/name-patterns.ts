import { withoutAccents } from "./accents.ts";

const MAX_LETTERS = 40;

/**
 * Regular expressions for the words of a search, for PostgreSQL (`imatch`) and JavaScript. A name that matches all of
 * them contains every word, in any order and without regard to accents. The search in the database,
 * `private.players_found()`, also does so; this is for lists that PostgREST filters. `ilike` cannot be used, because
 * PostgREST treats every `*` in its patterns as a wildcard and has no escape for it.
 */
export function namePatterns(words: string): string[] {
  const letters = basicLetters(words.trim().slice(0, MAX_LETTERS));
  return letters
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => Array.from(word, patternOf).join(""));
}

/** A quoted value for PostgREST's `or`, so that it may contain commas and brackets. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Whether the name contains every word of the search. */
export function matchesWords(name: string, words: string): boolean {
  return namePatterns(words).every((pattern) => new RegExp(pattern, "iu").test(name));
}

function patternOf(letter: string): string {
  const variants = variantsByLetter().get(letter.toLowerCase());
  return variants ? `[${variants}]` : letter.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

/** `e` has `eEèÈéÉ…`. Letters with strokes have no accent that Unicode could separate. */
const STROKES: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ħ: "h", ŧ: "t", ı: "i" };
let variants: Map<string, string> | undefined;

function variantsByLetter(): ReadonlyMap<string, string> {
  if (variants) return variants;
  variants = new Map();
  for (const letter of "abcdefghijklmnopqrstuvwxyz") variants.set(letter, letter + letter.toUpperCase());
  for (let code = 0xc0; code < 0x180; code++) {
    const letter = String.fromCharCode(code);
    const plain = basicLetters(letter).toLowerCase();
    const known = variants.get(plain);
    if (known) variants.set(plain, known + letter);
  }
  return variants;
}

function basicLetters(text: string): string {
  return withoutAccents(text).replace(/[øłđħŧı]/giu, (letter) => STROKES[letter.toLowerCase()] ?? letter);
}
