import { describe, expect, it } from "vitest";
import { lastDays, problemWith } from "./plan-rules.ts";

describe("a plan", () => {
  it("is given until a date that is not in the past", () => {
    expect(problemWith("", "2000-01-02", "2000-01-01")).toBe("Please select a subscription plan");
    expect(problemWith("fa_cup", "", "2000-01-01")).toBe("Please select an expiry date");
    expect(problemWith("fa_cup", "1999-12-31", "2000-01-01")).toBe("The expiry date cannot be in the past");
    expect(problemWith("fa_cup", "2000-01-01", "2000-01-01")).toBeNull();
  });
});

it.each([
  ["2000-01-31", null, ["2000-05-31", "2000-01-31", "2000-03-01"]],
  ["2001-02-01", "2001-05-20", ["2001-05-31", "2001-02-28", "2001-03-03"]],
  ["2000-05-31", "2000-06-10", ["2000-06-10", "2000-05-31", "2000-06-30"]],
  ["2000-06-01", "2000-05-31", ["2001-05-31", "2000-06-30", "2000-07-01"]],
  ["2000-12-15", null, ["2001-05-31", "2000-12-31", "2001-01-14"]],
])("offers the end of the season and of the month, and 30 days, on %s", (today, lastMatch, dates) => {
  expect(lastDays(today, lastMatch).map(({ date }) => date)).toEqual(dates);
});
