import { expect, it } from "vitest";
import { placeInWords, resultInWords } from "./match-guide-words.ts";

it.each([
  [1, 25, 12, "1st, 25 points from 12 matches"],
  [2, 1, 1, "2nd, 1 point from 1 match"],
  [3, 0, 1, "3rd, 0 points from 1 match"],
  [11, 9, 8, "11th, 9 points from 8 matches"],
  [22, 9, 8, "22nd, 9 points from 8 matches"],
])("says place %i in words", (place, points, played, words) => {
  expect(placeInWords({ form: [], place, points, played })).toBe(words);
});

it("says nothing before the first result", () => {
  expect(placeInWords({ form: [], place: null, points: 0, played: 0 })).toBeNull();
});

it("says a result with the clubs' short names", () => {
  const result = { home: "Arsenal FC", away: "Leeds", home_score: 2, away_score: 1, date: "2026-11-21" };
  expect(resultInWords(result)).toBe("Arsenal 2–1 Leeds");
});
