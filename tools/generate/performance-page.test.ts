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
  const { rest, realtime } = AIMS;
  expect([0.85, 0.84, Number.NaN].map((value) => isMet(rest.read, value))).toEqual([true, false, false]);
  expect([25, 26, Number.NaN].map((value) => isMet(realtime.stall, value))).toEqual([true, false, false]);
});
