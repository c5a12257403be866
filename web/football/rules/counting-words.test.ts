import { expect, test } from "vitest";
import { countingWords } from "./counting-words.ts";

test("says that results are being counted", () => {
  expect(countingWords({ points_counted: null, points_to_count: null })).toBe("Counting the last results…");
});

test("says how many predictions are counted when that takes long", () => {
  expect(countingWords({ points_counted: 0, points_to_count: 600_000 })).toBe(
    "Points are being counted: 0 of 600,000 predictions.",
  );
  expect(countingWords({ points_counted: 250_000, points_to_count: 600_000 })).toBe(
    "Points are being counted: 250,000 of 600,000 predictions.",
  );
});
