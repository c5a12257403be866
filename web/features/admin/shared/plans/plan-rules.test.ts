import { describe, expect, it } from "vitest";
import { problemWith } from "./plan-rules.ts";

describe("a plan", () => {
  it("is given until a date that is not in the past", () => {
    expect(problemWith("", "2000-01-02", "2000-01-01")).toBe("Please select a subscription plan");
    expect(problemWith("fa_cup", "", "2000-01-01")).toBe("Please select an expiry date");
    expect(problemWith("fa_cup", "1999-12-31", "2000-01-01")).toBe("The expiry date cannot be in the past");
    expect(problemWith("fa_cup", "2000-01-01", "2000-01-01")).toBeNull();
  });
});
