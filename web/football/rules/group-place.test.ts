import { expect, it } from "vitest";
import { distanceAhead } from "./group-place.ts";

it.each([
  [null, null, null],
  [0, "Vincent", "level with Vincent"],
  [1, "Vincent", "1 behind Vincent"],
  [12, "Ana Maria", "12 behind Ana Maria"],
])("%s points behind %s is %s", (behind, above_name, words) => {
  expect(distanceAhead({ behind, above_name })).toBe(words);
});
