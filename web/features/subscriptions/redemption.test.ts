import { describe, expect, it } from "vitest";
import type { RedemptionRow } from "../../backend/types/rows.ts";
import { redemptionOf } from "./redemption.ts";

const answer = (outcome: RedemptionRow["outcome"], rest: Partial<RedemptionRow> = {}): RedemptionRow => ({
  outcome,
  subscription_type: null,
  expires_at: null,
  retry_after_seconds: null,
  ...rest,
});

describe("redemptionOf", () => {
  it("names the activated plan", () => {
    expect(
      redemptionOf(answer("redeemed", { subscription_type: "fa_cup" }), "Indian/Mauritius").message,
    ).toBe("FA Cup is active. Good luck!");
  });

  it("has different messages for invalid, used and expired codes", () => {
    const messages = (["invalid", "used", "expired"] as const).map(
      (outcome) => redemptionOf(answer(outcome), "Indian/Mauritius").message,
    );
    expect(new Set(messages).size).toBe(3);
  });

  it("says that the player's own code is active when its first answer was lost", () => {
    const own = answer("used", { subscription_type: "fa_cup", expires_at: "2027-05-31T19:59:59Z" });
    expect(redemptionOf(own, "Indian/Mauritius")).toEqual({
      isActive: true,
      competition: "fa_cup",
      message: "You have already used this code. FA Cup is active until 31 May 2027.",
    });
  });

  it("says how long the player must wait after too many wrong codes", () => {
    expect(
      redemptionOf(answer("locked", { retry_after_seconds: 301 }), "Indian/Mauritius").message,
    ).toContain("6 minutes");
    expect(redemptionOf(answer("locked", { retry_after_seconds: 1 }), "Indian/Mauritius").message).toContain(
      "1 second.",
    );
  });
});
