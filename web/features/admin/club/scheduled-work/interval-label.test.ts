import { expect, it } from "vitest";
import { intervalLabel } from "./interval-label.ts";

it.each([
  [1, "Every second"],
  [15, "Every 15 seconds"],
  [60, "Every minute"],
  [90, "Every 90 seconds"],
  [3_600, "Every hour"],
  [172_800, "Every 2 days"],
])("labels %i seconds as %s", (seconds, words) => {
  expect(intervalLabel(seconds)).toBe(words);
});
