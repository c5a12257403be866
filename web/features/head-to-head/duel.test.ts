import { expect, it } from "vitest";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { differences, roundsOf, roundWins } from "./duel.ts";

function match(round: string | null, mine: number | null, theirs: number | null): HeadToHeadRow {
  return {
    match_id: crypto.randomUUID(),
    kickoff_at: "2030-11-21T15:00:00Z",
    match_league: "Premier League",
    season: "2030/31",
    round,
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    home_score: 2,
    away_score: 1,
    my_home: mine,
    my_away: mine === null ? null : 0,
    my_points: mine === null ? null : mine,
    their_home: theirs,
    their_away: theirs === null ? null : 0,
    their_points: theirs === null ? null : theirs,
  };
}

it("adds the points of both players up by round", () => {
  const rounds = roundsOf([
    match("Matchday 1", 3, 1),
    match("Matchday 1", 0, 1),
    match("Matchday 2", 1, null),
  ]);
  expect(rounds.map(({ label, myTotal, theirTotal }) => [label, myTotal, theirTotal])).toEqual([
    ["Matchday 1", 3, 2],
    ["Matchday 2", 4, 2],
  ]);
});

it("takes the day as the round of a match without one", () => {
  expect(roundsOf([match(null, 3, 1)])[0]?.label).toBe("2030-11-21");
});

it("leaves out matches without a result", () => {
  expect(roundsOf([{ ...match("Matchday 1", 3, 1), home_score: null, away_score: null }])).toEqual([]);
});

it("counts the rounds that each player won", () => {
  const rounds = roundsOf([match("Matchday 1", 3, 1), match("Matchday 2", 0, 1), match("Matchday 3", 1, 1)]);
  expect(roundWins(rounds)).toEqual({ mine: 1, theirs: 1, level: 1 });
});

it("lists only different predictions, latest first", () => {
  const rows = [match("Matchday 1", 3, 1), match("Matchday 2", 1, 1), match("Matchday 3", 1, null)];
  expect(differences(rows).map(({ round }) => round)).toEqual(["Matchday 3", "Matchday 1"]);
});
