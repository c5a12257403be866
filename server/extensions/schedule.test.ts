import { expect, test } from "vitest";
import { readSchedule } from "./schedule.ts";

/** Of a month with 31 days that begins with a Thursday. */
const at = (day: number, hour: number, minute: number) => Date.UTC(2026, 0, day, hour, minute);

test.each([
  ["* * * * *", at(1, 0, 0), true],
  ["*/15 * * * *", at(1, 7, 45), true],
  ["*/15 * * * *", at(1, 7, 46), false],
  ["5-9/2 * * * *", at(1, 0, 7), true],
  ["5-9/2 * * * *", at(1, 0, 8), false],
  ["10/20 * * * *", at(1, 0, 50), true],
  ["0 3 * * *", at(1, 3, 0), true],
  ["0 3 * * *", at(1, 4, 0), false],
  ["0 0 1 jan *", at(1, 0, 0), true],
  ["0 0 * feb-apr *", at(1, 0, 0), false],
  ["0 0 * * thu", at(1, 0, 0), true],
  ["0 0 * * 5,7", at(4, 0, 0), true],
  ["0 0 * * 5,7", at(5, 0, 0), false],
  ["0 0 13 * thu", at(13, 0, 0), true],
  ["0 0 13 * thu", at(8, 0, 0), true],
  ["0 0 13 * thu", at(9, 0, 0), false],
  ["0 0 $ * *", at(31, 0, 0), true],
  ["0 0 $ * *", at(30, 0, 0), false],
  ["@daily", at(9, 0, 0), true],
  ["@weekly", at(5, 0, 0), false],
])("%s at %d is %s", (schedule, now, expected) => {
  expect(readSchedule(schedule)?.(now, 0)).toBe(expected);
});

test("a job runs once in its minute", () => {
  const isDue = readSchedule("* * * * *");
  expect(isDue?.(at(1, 0, 0) + 59_000, at(1, 0, 0))).toBe(false);
  expect(isDue?.(at(1, 0, 1), at(1, 0, 0) + 59_000)).toBe(true);
});

test("a job of seconds runs after them", () => {
  const isDue = readSchedule("30 seconds");
  expect([isDue?.(29_999, 0), isDue?.(30_000, 0)]).toEqual([false, true]);
});

test.each([
  "",
  "* * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "5-1 * * * *",
  "*/0 * * * *",
  "@never",
  "a * * * *",
])("is not valid: %j", (schedule) => {
  expect(readSchedule(schedule)).toBeNull();
});
