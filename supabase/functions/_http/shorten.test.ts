import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test.each([
  ["four", 4, "four"],
  ["longer", 4, "lon…"],
  ["go, team", 5, "go,…"],
  ["⚽⚽😀😀", 4, "⚽⚽😀😀"],
  ["⚽⚽😀😀!", 4, "⚽⚽😀…"],
])("shortens %s to %i characters, and never to half of one", (text, most, short) => {
  expect(shorten(text, most)).toBe(short);
});
