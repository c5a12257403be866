import { describe, expect, it } from "vitest";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { comparedSeason, duelScore } from "./duel-score.ts";

/** A match with the points of both players; null without a prediction. */
function match(mine: number | null, theirs: number | null): HeadToHeadRow {
  return {
    match_id: crypto.randomUUID(),
    kickoff_at: "2030-11-21T15:00:00Z",
    match_league: "Premier League",
    season: "2030/31",
    round: null,
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    home_score: 2,
    away_score: 1,
    my_home: mine,
    my_away: mine,
    my_points: mine,
    their_home: theirs,
    their_away: theirs,
    their_points: theirs,
  };
}

const open = { ...match(0, 0), home_score: null, my_points: null, their_points: null };
const players = [
  { name: "You", isReader: true },
  { name: "Bert Bold", isReader: false },
] as const;
const scoreOf = (...rows: HeadToHeadRow[]) =>
  duelScore(rows, players, { league: "Premier League", season: "2030/31" });

describe("the sentence says who leads", () => {
  it.each([
    ["You lead by 2 points.", [match(3, 1)]],
    ["Bert Bold leads by 1 point.", [match(0, 1)]],
    ["Level on points; Bert Bold leads on perfect scores, 1 to 0.", [match(1, 0), match(1, 0), match(1, 3)]],
    ["Level on points and on perfect scores.", [match(3, 3)]],
    ["No result yet.", [open]],
  ])("%s", (sentence, rows) => {
    expect(scoreOf(...rows).verdict).toBe(sentence);
  });
});

it("counts a match that one player missed as no points of that player", () => {
  expect(scoreOf(match(3, null), match(null, 1), open)).toEqual({
    mine: 3,
    theirs: 1,
    verdict: "You lead by 2 points.",
    compared: "Premier League, 2030/31, after 2 matches.",
  });
});

it("names all competitions and seasons", () => {
  const score = duelScore([match(1, 1)], players, { league: "Overall", season: null });
  expect(score.compared).toBe("All competitions, all seasons, after 1 match.");
});

it.each([
  ["the season that is asked for", "2029/30", "2029/30"],
  ["all seasons", "all", null],
  ["the latest season without a choice", null, "2030/31"],
])("compares %s", (_, asked, season) => {
  expect(comparedSeason(asked, ["2030/31", "2029/30"])).toBe(season);
});
