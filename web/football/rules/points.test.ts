import { describe, expect, it } from "vitest";
import { parseGoals, pointsFor } from "./points.ts";

describe("pointsFor", () => {
  it.each([
    [2, 1, 2, 1, 3],
    [0, 0, 0, 0, 3],
    [3, 1, 2, 1, 1],
    [1, 1, 2, 2, 1],
    [0, 2, 1, 4, 1],
    [2, 1, 1, 1, 0],
    [1, 1, 0, 1, 0],
    [2, 0, 0, 2, 0],
  ] as const)("gives a prediction of %i–%i at %i–%i %6$i points", (ph, pa, h, a, points) => {
    expect(pointsFor({ home: ph, away: pa }, { home: h, away: a })).toBe(points);
    expect(pointsFor({ home: ph, away: pa, isDouble: true }, { home: h, away: a })).toBe(2 * points);
  });
});

describe("parseGoals", () => {
  it("accepts whole numbers from 0 to 50", () => {
    expect(parseGoals("0")).toEqual({ goals: 0 });
    expect(parseGoals("50")).toEqual({ goals: 50 });
    expect(parseGoals("51")).toEqual({ problem: "Score seems unrealistic (max 50)" });
    expect(parseGoals("-1")).toEqual({ problem: "Please enter a valid score (0 or higher)" });
    expect(parseGoals("1.5")).toEqual({ problem: "Please enter a valid score (0 or higher)" });
  });

  it("returns null for an empty field", () => {
    expect(parseGoals(" ")).toEqual({ goals: null });
  });
});
