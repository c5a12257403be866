import { describe, expect, it } from "vitest";
import type { LiveScoreRow } from "../backend/rows.ts";
import { ageOf, beyondNinety, providerName, stateWords } from "./feed-words.ts";

const row: LiveScoreRow = {
  match_id: "m",
  source: "football_data",
  state: "in_play",
  minute: 67,
  extra_home: null,
  extra_away: null,
  penalties_home: null,
  penalties_away: null,
  is_provisional: false,
  by_hand: false,
  updated_at: "2026-11-21T16:00:00Z",
};

describe("how old something is", () => {
  it.each([
    [0, "just now"],
    [9_999, "just now"],
    [10_000, "10 seconds ago"],
    [60_000, "1 minute ago"],
    [359_999, "5 minutes ago"],
    [3_600_000, "1 hour ago"],
    [172_800_000, "2 days ago"],
    [-5_000, "just now"],
  ])("%i milliseconds are %s", (age, words) => {
    expect(ageOf("2026-11-21T16:00:00Z", Date.parse("2026-11-21T16:00:00Z") + age)).toBe(words);
  });
});

describe("where a match stands", () => {
  it.each<[Partial<LiveScoreRow>, string | null]>([
    [{}, "Live 67'"],
    [{ minute: null }, null],
    [{ state: "scheduled" }, null],
    [{ state: "half_time" }, "Half time"],
    [{ state: "extra_time", minute: 105 }, "Extra time 105'"],
    [{ state: "penalties" }, "Penalties"],
    [{ state: "finished", is_provisional: true }, "Full time, provisional"],
    [{ state: "finished" }, "Full time"],
    [{ state: "abandoned" }, "Abandoned"],
  ])("%o is %s", (change, words) => {
    expect(stateWords({ ...row, ...change })).toBe(words);
  });
});

describe("beyond ninety minutes", () => {
  it("extra time is told with the goals before it", () => {
    expect(beyondNinety({ home: 1, away: 1 }, { ...row, extra_home: 2, extra_away: 1 })).toBe(
      "3–2 after extra time",
    );
  });
  it("and the shoot-out by its own", () => {
    const shootOut = { ...row, extra_home: 0, extra_away: 0, penalties_home: 4, penalties_away: 3 };
    expect(beyondNinety({ home: 1, away: 1 }, shootOut)).toBe("1–1 after extra time, 4–3 on penalties");
  });
  it("most matches have neither", () => {
    expect(beyondNinety({ home: 1, away: 1 }, row)).toBe("");
  });
});

it("an unknown provider is called by its id", () => {
  expect([providerName("api_football"), providerName("other")]).toEqual(["API-Football", "other"]);
});
