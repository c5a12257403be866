import { expect, it } from "vitest";
import { isShown, matchesTurning, pagesOf, type Turning } from "./turning.ts";

const shownAt = (turn: number, rows: number, turning: Turning) =>
  Array.from({ length: rows }, (_, at) => at).filter((at) => isShown(at, turning, turn));

it("shows every row on one of the pages, and begins again after the last one", () => {
  const five = { count: 5, size: 2 };
  expect(pagesOf(five)).toBe(3);
  expect([0, 1, 2, 3].map((turn) => shownAt(turn, 5, five))).toEqual([[0, 1], [2, 3], [4], [0, 1]]);
});

it("never turns what fits on one page", () => {
  expect([pagesOf({ count: 0, size: 4 }), pagesOf({ count: 4, size: 4 })]).toEqual([1, 1]);
  expect([0, 7].map((turn) => shownAt(turn, 4, { count: 4, size: 4 }))).toEqual([
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]);
});

it("keeps live matches while the others turn", () => {
  const turning = matchesTurning(1, 7, 4);
  expect([0, 1, 2].map((turn) => shownAt(turn, 7, turning))).toEqual([
    [0, 1, 2, 3],
    [0, 4, 5, 6],
    [0, 1, 2, 3],
  ]);
});

it("turns live matches among themselves when they fill the list", () => {
  const turning = matchesTurning(6, 9, 4);
  expect([0, 1, 2].map((turn) => shownAt(turn, 9, turning))).toEqual([
    [0, 1, 2, 3],
    [4, 5],
    [0, 1, 2, 3],
  ]);
});
