import { describe, expect, it } from "vitest";
import { liveScoreRow } from "../../testing/live-score-row.ts";
import { afterNinetyLabel } from "./after-ninety.ts";

describe("afterNinetyLabel", () => {
  const draw = { home: 1, away: 1 };
  it("adds the goals of extra time to the score", () => {
    expect(afterNinetyLabel(draw, { ...liveScoreRow, state: "finished", extra_home: 2, extra_away: 1 })).toBe(
      "3–2 after extra time. Points are for 90 minutes.",
    );
  });
  it("says that extra time is still played", () => {
    expect(
      afterNinetyLabel(draw, { ...liveScoreRow, state: "extra_time", extra_home: 1, extra_away: 0 }),
    ).toBe("2–1 in extra time. Points are for 90 minutes.");
  });
  it("names the shoot-out separately", () => {
    const shootOut = { ...liveScoreRow, extra_home: 0, extra_away: 0, penalties_home: 4, penalties_away: 3 };
    expect(afterNinetyLabel(draw, shootOut)).toBe(
      "1–1 after extra time, 4–3 on penalties. Points are for 90 minutes.",
    );
  });
  it("names only the shoot-out of a cup without extra time", () => {
    expect(afterNinetyLabel(draw, { ...liveScoreRow, penalties_home: 4, penalties_away: 3 })).toBe(
      "4–3 on penalties. Points are for 90 minutes.",
    );
  });
  it("is empty for a match that ended after 90 minutes", () => {
    expect(afterNinetyLabel(draw, liveScoreRow)).toBe("");
    expect(afterNinetyLabel(draw, undefined)).toBe("");
  });
});
