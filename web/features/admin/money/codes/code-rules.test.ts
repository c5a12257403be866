import { describe, expect, it } from "vitest";
import { codeMessage, dateOf, expiryPresets } from "./code-rules.ts";

describe("generating a code", () => {
  it("makes a message with the plan, the code and a link that redeems it", () => {
    expect(
      codeMessage(
        { code: "1986660", plan_type: "league_cup" },
        "English Scoreline Club",
        "https://club.example",
      ),
    ).toBe(
      "Your League Cup code for English Scoreline Club: 1986660. Redeem it here: https://club.example/subscriptions?code=1986660&plan=league_cup",
    );
  });

  it("uses the chosen day as the date", () => {
    expect(dateOf(new Date(2000, 0, 9))).toBe("2000-01-09");
  });

  it.each([
    ["2000-01-31", null, ["2000-05-31", "2000-01-31", "2000-03-01"]],
    ["2001-02-01", "2001-05-20", ["2001-05-31", "2001-02-28", "2001-03-03"]],
    ["2000-05-31", "2000-06-10", ["2000-06-10", "2000-05-31", "2000-06-30"]],
    ["2000-06-01", "2000-05-31", ["2001-05-31", "2000-06-30", "2000-07-01"]],
    ["2000-12-15", null, ["2001-05-31", "2000-12-31", "2001-01-14"]],
  ])("offers the end of the season and of the month, and 30 days, on %s", (today, lastMatch, dates) => {
    expect(expiryPresets(today, lastMatch).map(({ date }) => date)).toEqual(dates);
  });
});
