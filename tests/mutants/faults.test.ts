/** The list of faults follows the sources: each fault can be planted, and the test beside it exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
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
  expect(tests.filter((file) => !/\.(test\.ts|test\.sql|spec\.ts)$/.test(file) || !existsSync(file))).toEqual(
    [],
  );
});

it("plants faults in SQL in the last definition of a function", () => {
  const replacedLater = faults.flatMap(({ name, file, find }) => {
    const defined = file.startsWith(MIGRATIONS) ? functionAround(readFileSync(file, "utf8"), find) : null;
    return defined &&
      laterMigrations(file).some((sql) => sql.includes(`create or replace function ${defined}(`))
      ? [{ name, defined }]
      : [];
  });
  expect(replacedLater).toEqual([]);
});

const MIGRATIONS = "supabase/migrations/";

/** The function whose definition contains the text, or null. */
function functionAround(sql: string, text: string): string | null {
  const before = sql.slice(0, sql.indexOf(text));
  const definition = [...before.matchAll(/^create (?:or replace )?function ([\w.]+)\(/gm)].at(-1);
  if (!definition?.[1]) return null;
  // A body stands between two `$$`; after the second the definition has ended.
  return before.slice(definition.index).split("$$").length <= 2 ? definition[1] : null;
}

function laterMigrations(file: string): string[] {
  return readdirSync(MIGRATIONS)
    .map((name) => MIGRATIONS + name)
    .filter((path) => path > file)
    .map((path) => readFileSync(path, "utf8"));
}
