import { describe, expect, it } from "vitest";
import { allRows } from "./all-rows.ts";
import { type Order, pagesAfterRow, rowsAfter } from "./paging.ts";

interface Row {
  at: string;
  id: string;
}
const order: Order<Row> = [
  ["at", "desc"],
  ["id", "asc"],
];

describe("rowsAfter", () => {
  it("compares the next column where the columns before are equal", () => {
    expect(rowsAfter(order, { at: "2030-01-01T00:00:00+00:00", id: "a" })).toBe(
      'at.lt."2030-01-01T00:00:00+00:00",and(at.eq."2030-01-01T00:00:00+00:00",id.gt."a")',
    );
  });

  it("quotes what separates in a filter", () => {
    expect(rowsAfter<{ name: string }>([["name", "asc"]], { name: 'a"b\\,(c)' })).toBe(
      'name.gt."a\\"b\\\\,(c)"',
    );
  });
});

describe("allRows", () => {
  const stored = Array.from({ length: 1_234 }, (_, at) => at);
  const load = async (size: number, after: number | null) =>
    stored.filter((row) => after === null || row > after).slice(0, size);

  it.each([1, 500, 617, 1_234, 2_000])("asks until a page of %i is short", async (size) => {
    expect(await allRows(load, size)).toEqual(stored);
  });
});

it("the next page begins after the last row, and there is none after a short page", () => {
  const { getNextPageParam } = pagesAfterRow<number>(3);
  expect([getNextPageParam([1, 2, 3]), getNextPageParam([4]), getNextPageParam([])]).toEqual([3, null, null]);
});
