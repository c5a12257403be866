import { describe, expect, it } from "vitest";
import { callToPredict } from "./call-to-predict.ts";

describe("callToPredict", () => {
  it.each([
    [10, 0, "Pick all ten"],
    [10, 7, "Pick the last three"],
    [10, 9, "Pick the last one"],
    [10, 10, "See your picks"],
    [1, 0, "Make your pick"],
    [14, 2, "Pick the last 12"],
    [0, 0, "See the matches"],
  ])("for %i matches with %i predicted is %s", (total, predicted, words) => {
    expect(callToPredict(total, predicted)).toBe(words);
  });
});
