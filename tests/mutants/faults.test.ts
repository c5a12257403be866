/** The list of faults follows the sources: each fault can be planted, and the test beside it exists. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { occurrences } from "./fault.ts";
import { FAULTS } from "./faults/faults.ts";

const faults = Object.values(FAULTS).flat();

it("holds at least sixty faults, each with a different name", () => {
  expect(faults.length).toBeGreaterThanOrEqual(60);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

it("finds the text of every fault exactly once in its file", () => {
  const wrong = faults.flatMap(({ name, file, find }) => {
    const found = existsSync(file) ? occurrences(readFileSync(file, "utf8"), find) : "no such file";
    return found === 1 ? [] : [{ name, file, found }];
  });
  expect(wrong).toEqual([]);
});

it("changes something with every fault", () => {
  expect(faults.filter(({ find, replace }) => find === replace)).toEqual([]);
});

it("names a test that exists beside every fault", () => {
  const tests = [...new Set(faults.map(({ caughtBy }) => caughtBy))];
  expect(
    tests.filter((file) => !/\.(test\.tsx?|test\.sql|spec\.ts)$/.test(file) || !existsSync(file)),
  ).toEqual([]);
});

it("plants faults in the schemas, not in the migrations that are made of them", () => {
  expect(faults.filter(({ file }) => file.startsWith("supabase/migrations/"))).toEqual([]);
});
