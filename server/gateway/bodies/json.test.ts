import { expect, it } from "vitest";
import { parseJson } from "./json.ts";

const nested = (depth: number, inside = ""): string => "[".repeat(depth) + inside + "]".repeat(depth);

it("parses values up to 1,000 levels deep", () => {
  expect(JSON.stringify(parseJson(nested(1000)))).toBe(nested(1000));
});

it("refuses deeper values, wherever they are", () => {
  for (const text of [
    nested(1001),
    `{"a":${nested(1000)}}`,
    `["]","\\"]",${nested(1000)}]`,
    "[".repeat(3000),
  ])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});

it("counts no brackets in strings", () => {
  const text = JSON.stringify([`"\\${nested(2000)}`, "[".repeat(2000)]);
  expect(parseJson(text)).toEqual(JSON.parse(text));
});
