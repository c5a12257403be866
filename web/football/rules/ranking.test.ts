import { describe, expect, it } from "vitest";
import { accuracyText, movementOf, ordinal } from "./ranking.ts";

describe("movementOf", () => {
  it("compares the rank with the previous one", () => {
    expect(movementOf({ rank: 4, previous_rank: 6 })).toEqual({ kind: "up", places: 2 });
    expect(movementOf({ rank: 6, previous_rank: 4 })).toEqual({ kind: "down", places: 2 });
    expect(movementOf({ rank: 5, previous_rank: 5 })).toEqual({ kind: "level" });
  });

  it("returns none before the first result and for new players", () => {
    expect(movementOf({ rank: null, previous_rank: null })).toEqual({ kind: "none" });
    expect(movementOf({ rank: 9, previous_rank: null })).toEqual({ kind: "none" });
  });
});

describe("ordinal and accuracyText", () => {
  it("return the ordinal of a rank", () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "112th",
    ]);
  });

  it("return a dash without an accuracy", () => {
    expect(accuracyText(null)).toBe("–");
    expect(accuracyText(47.2)).toBe("47.2%");
  });
});
