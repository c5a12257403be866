import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AIMS, type Aim, aimsTable, isMet } from "../../bench/aims.ts";
import { PERFORMANCE_PAGE, performancePage } from "./performance-page.ts";

test("docs/performance.md has the aims of the benches (npm run generate writes them)", () => {
  const page = readFileSync(PERFORMANCE_PAGE, "utf8");
  expect(page).toBe(performancePage());
  expect(page).toContain(aimsTable());
});

test("every bench states its aims, each with what was measured last", () => {
  const aims = Object.values(AIMS).flatMap((aims) => Object.values<Aim>(aims));
  expect(aims.length).toBeGreaterThan(40);
  expect(aims.filter(({ what, today }) => what === "" || today === "")).toEqual([]);
});

test("an aim is missed beyond its limit and without a figure", () => {
  const aim: Aim = { what: "answers", limit: 25, unit: "a second", today: "30", isMet: true };
  expect([26, 25, 24, Number.NaN].map((value) => isMet(aim, value))).toEqual([false, true, true, false]);
  const least: Aim = { ...aim, isLeast: true };
  expect([26, 25, 24, Number.NaN].map((value) => isMet(least, value))).toEqual([true, true, false, false]);
});
