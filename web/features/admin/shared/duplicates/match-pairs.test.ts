import { describe, expect, it } from "vitest";
import type { DuplicateMatch, MatchPair } from "../../../../backend/types/import-rows.ts";
import { effectsOf, matchFacts, swapped } from "./match-pairs.ts";

const keep: DuplicateMatch = {
  id: "1",
  home: "Leeds",
  away: "Hull",
  league: "FA Cup",
  season: "2026/27",
  round: "Third round",
  match_date: "2026-11-21",
  match_time: "15:00:00",
  kickoff_at: "2026-11-21T15:00:00Z",
  kickoff_confirmed: true,
  day_time_zone: "Indian/Mauritius",
  status: "completed",
  home_score: 2,
  away_score: 1,
  predictions: 3,
  late: 1,
};
const remove: DuplicateMatch = {
  ...keep,
  id: "2",
  kickoff_confirmed: false,
  round: null,
  status: "upcoming",
  home_score: null,
  away_score: null,
  predictions: 1,
  late: 0,
};
const pair: MatchPair = { keep, remove, is_exchanged: false, is_certain: true, both: 0 };

describe("the words of a match", () => {
  it("name its kick-off, round, result and predictions", () => {
    expect(matchFacts(keep, 2026)).toBe("Sat 21 Nov, 15:00, Third round, 2–1, 3 predictions");
    expect(matchFacts(remove, 2026)).toBe("Sat 21 Nov, to be confirmed, 1 prediction");
    expect(matchFacts({ ...remove, status: "cancelled" }, 2026)).toContain("cancelled");
  });
});

describe("effectsOf", () => {
  it("says what moves, and no more without a special case", () => {
    expect(effectsOf([pair])).toEqual([
      "1 match is removed.",
      "1 prediction moves to the kept match.",
      "Points, totals and honours follow.",
    ]);
  });

  it("counts double and late predictions, results and exchanged sides of all pairs", () => {
    const other = { ...swapped(pair), is_exchanged: true, both: 2 };
    expect(effectsOf([pair, other])).toEqual([
      "2 matches are removed.",
      "4 predictions move to the kept matches.",
      "In 2 cases a member predicted both matches: the later prediction counts. The other one stays in the member's log.",
      "Up to 1 prediction was saved after the lock of the other match and does not count.",
      "1 kept match takes the result and the kick-off of the removed one.",
      "Home and away are exchanged in 1 match, and so are the scores of moved predictions.",
      "Points, totals and honours follow.",
    ]);
  });

  it("does not count late predictions of the kept match, unless it takes a result", () => {
    expect(effectsOf([pair]).join(" ")).not.toContain("Up to");
    expect(effectsOf([swapped({ ...pair, remove: { ...remove, late: 2 } })])).toContain(
      "Up to 3 predictions were saved after the lock of the other match and do not count.",
    );
  });
});
