// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code with templates
import { expect, it } from "vitest";
import { inline } from "./inline-words.ts";

const IMPORT = 'import * as words from "#words/football";';
const texts = new Map([
  ["rank", '"Rank"'],
  ["you", '"You"'],
  [
    "points",
    "({ count }: { count: number }): string => `${choose(count, { one: `${number(count)} point` })}`",
  ],
  ["named", '<T>({ a, b }: { a: Word; b: (text: string) => T }): (string | T)[] => [`${a}`, b("x")]'],
]);
const built = (code: string) => inline(`${IMPORT}\n${code}`, IMPORT, "words", texts);

it("writes a text in place of its name, and none of the others", () => {
  expect(built("export const a = words.rank;")).toBe(
    'const words_rank = "Rank";\nexport const a = words_rank;',
  );
});

it("writes a plural, which calls the rules of the language", () => {
  const code = built("export const a = words.points({ count: 2 });");
  expect(code).toContain('import { choose as words_choose, number as words_number } from "#words/language";');
  expect(code).toContain("`${words_choose(count, { one: `${words_number(count)} point` })}`");
});

it("writes a message with tags as TSX, without the types of the catalogue", () => {
  expect(built("export const a = words.named({ a: 1, b: String });")).toContain(
    "const words_named = <T,>({ a, b }: { a: string | number;",
  );
});

it("leaves a property that is no word", () => {
  expect(built("export const a = words.unknown;")).toContain("words.unknown");
});

it("keeps the import of a catalogue that is passed on as a whole", () => {
  const code = "export const a = [words.rank, textOf(words)];";
  expect(built(code)).toBe(`${IMPORT}\n${code}`);
});

it("keeps the lines of the module", () => {
  expect(built("export const a = [words.rank, words.you];\n").split("\n")).toHaveLength(3);
});
