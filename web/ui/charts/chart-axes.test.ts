import { describe, expect, it } from "vitest";
import { columnAt, labelAxis, valueAxis } from "./chart-axes.ts";

describe("valueAxis", () => {
  it("starts at zero and ends at a round number", () => {
    const { at, ticks } = valueAxis([3, 17], 0, 100);
    expect(at(0)).toBe(100);
    expect(at(20)).toBe(0);
    expect(ticks).toEqual([0, 5, 10, 15, 20]);
  });

  it("has ticks only at whole numbers", () => {
    expect(valueAxis([1], 0, 100).ticks).toEqual([0, 1]);
    expect(valueAxis([0, 0], 0, 100).ticks).toEqual([0, 1]);
    expect(valueAxis([], 0, 100).ticks).toEqual([0, 1]);
  });

  it("has rank 1 at the top and the lowest rank at the bottom", () => {
    const { at, ticks } = valueAxis([12, 60, 8], 0, 100, true);
    expect(at(1)).toBe(0);
    expect(at(60)).toBe(100);
    expect(ticks).toEqual([1, 20, 40, 60]);
  });

  it("has no tick too close to rank 1", () => {
    expect(valueAxis([12], 0, 100, true).ticks).toEqual([1, 4, 6, 8, 10, 12]);
  });

  it("has a second rank for a player who was always first", () => {
    const { at, ticks } = valueAxis([1, 1], 0, 100, true);
    expect(at(1)).toBe(0);
    expect(ticks).toEqual([1, 2]);
  });
});

describe("labelAxis", () => {
  const days = Array.from({ length: 60 }, (_, day) => `${day + 1} Nov`);

  it("labels every column if there is enough space", () => {
    expect(labelAxis(["12", "13", "14"], 0, 300).labelled.map(({ column }) => column)).toEqual([0, 1, 2]);
  });

  it.each([200, 340, 1100])("separates labels in %i px", (width) => {
    const { labelled } = labelAxis(days, 0, width);
    const gaps = labelled.slice(1).map(({ middle }, before) => middle - (labelled[before]?.middle ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan("60 Nov".length * 7.5);
  });

  it("keeps the last label inside the chart", () => {
    const { at, labelled } = labelAxis(days.slice(0, 13), 20, 360);
    expect(labelled.at(-1)?.column).toBe(12);
    expect(labelled.at(-1)?.middle).toBeLessThan(at(12));
  });

  it("gives each column a middle inside the chart, in order", () => {
    const { at, columnWidth } = labelAxis(days, 20, 320);
    expect(at(0) - columnWidth / 2).toBeGreaterThanOrEqual(20);
    expect(at(59) + columnWidth / 2).toBeLessThanOrEqual(320);
    expect(at(30)).toBeGreaterThan(at(29));
  });

  it("has no columns without labels", () => {
    expect(labelAxis([], 0, 300).labelled).toEqual([]);
  });
});

describe("columnAt", () => {
  it.each([
    [0, 0],
    [29, 0],
    [31, 1],
    [99, 3],
    [500, 3],
    [-5, 0],
  ])("at %i px of four columns in 120 px is %i", (x, column) => {
    expect(columnAt(x, 4, 0, 120)).toBe(column);
  });
});
