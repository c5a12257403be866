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
  ["behind", "({ points, name }: { points: Word; name: Word }): string => `${points} behind ${name}`"],
  ["twice", "({ name }: { name: Word }): string => `${name} and ${name}`"],
  ["named", '<T>({ a, b }: { a: Word; b: (text: string) => T }): (string | T)[] => [`${a}`, b("x")]'],
]);
const built = (code: string) => inline(`${IMPORT}\n${code}`, async () => texts);

it("writes a text in place of its name, and none of the others", async () => {
  expect(await built("export const a = words.rank;")).toBe(
    'const words_rank = "Rank";\nexport const a = words_rank;',
  );
});

it("writes a plural, which calls the rules of the language", async () => {
  const code = await built("export const a = words.points({ count: 2 });");
  expect(code).toContain('import { choose as words_choose, number as words_number } from "#words/language";');
  expect(code).toContain("`${words_choose(count, { one: `${words_number(count)} point` })}`");
});

it("writes a message with tags as TSX, without the types of the catalogue", async () => {
  expect(await built("export const a = words.named({ a: 1, b: String });")).toContain(
    "const words_named = <T,>({ a, b }: { a: string | number;",
  );
});

it("writes arguments that are only filled in into the text, also of messages in messages", async () => {
  const code =
    "export const a = words.behind({ name: words.behind({ name, points: b(1) }), points: words.rank });";
  expect(await built(code)).toBe(
    'const words_rank = "Rank";\nexport const a = `${words_rank} behind ${`${b(1)} behind ${name}`}`;',
  );
  expect(await built("export const a = words.twice({ name: next() });")).toContain(
    "export const a = words_twice({ name: next() });",
  );
});

it("leaves what only looks like a word", async () => {
  const code = 'const of = { words: 1 }; export const a = [of.words, "words.rank"]; // words.rank';
  expect(await built(code)).toBe(`\n${code}`);
});

it("refuses a word that is in no catalogue", async () => {
  await expect(built("export const a = words.unknown;")).rejects.toThrow("words.unknown is in no catalogue");
});

it("keeps the import of a catalogue that is passed on as a whole", async () => {
  const code = "export const a = [words.rank, textOf(words)];";
  expect(await built(code)).toBe(`${IMPORT}\n${code}`);
});

it("keeps the lines of the module", async () => {
  const lines = (await built("export const a = [words.rank, words.you];\n")).split("\n");
  expect(lines).toHaveLength(3);
});
