import { describe, expect, it } from "vitest";
import { dateOf, problemWith } from "./code-rules.ts";

describe("generating a code", () => {
  it("requires a plan and an expiry date that is not in the past", () => {
    expect(problemWith("", "2000-01-02", "2000-01-01")).toBe("Please select a subscription plan");
    expect(problemWith("fa_cup", "", "2000-01-01")).toBe("Please select an expiry date");
    expect(problemWith("fa_cup", "1999-12-31", "2000-01-01")).toBe("The expiry date cannot be in the past");
    expect(problemWith("fa_cup", "2000-01-01", "2000-01-01")).toBeNull();
  });

  it("uses the chosen day as the date", () => {
    expect(dateOf(new Date(2000, 0, 9))).toBe("2000-01-09");
  });
});
