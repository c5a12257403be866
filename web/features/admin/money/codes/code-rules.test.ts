import { describe, expect, it } from "vitest";
import { codeMessage } from "./code-rules.ts";

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
});
