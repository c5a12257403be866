import { expect, it } from "vitest";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { type DuelPlayer, roundsOf, roundWins, sortedMatches, withShortNames } from "./duel.ts";

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

it("takes the viewer's day as the round of a match without one", () => {
  const at = (hour: number) => ({
    ...match(null, 3, 1),
    kickoff_at: new Date(2030, 10, 21, hour).toISOString(),
  });
  expect(roundsOf([at(0), at(23)]).map(({ label }) => label)).toEqual(["21 Nov 2030"]);
});

it("leaves out matches without a result", () => {
  expect(roundsOf([{ ...match("Matchday 1", 3, 1), home_score: null, away_score: null }])).toEqual([]);
});

it("counts the rounds that each player won", () => {
  const rounds = roundsOf([match("Matchday 1", 3, 1), match("Matchday 2", 0, 1), match("Matchday 3", 1, 1)]);
  expect(roundWins(rounds)).toEqual({ mine: 1, theirs: 1, level: 1 });
});

const open = (round: string) => ({
  ...match(round, 3, 1),
  home_score: null,
  my_points: null,
  their_points: null,
});
const me: DuelPlayer = { id: "a", name: "Ada Able", short: "You", isReader: true };
const bert: DuelPlayer = { id: "b", name: "Bert Bold", short: "Bert", isReader: false };

it("lists the largest difference first, the latest of equal ones first", () => {
  const rows = [match("1", 1, 0), match("2", 0, 3), match("3", 1, 1), match("4", 3, null), open("5")];
  const { swings, same, withoutResult } = sortedMatches(rows);
  expect(swings.map(({ round }) => round)).toEqual(["4", "2", "1"]);
  expect(same.map(({ round }) => round)).toEqual(["3"]);
  expect(withoutResult.map(({ round }) => round)).toEqual(["5"]);
});

it("calls players by their first names, or by their whole names if the first names are equal", () => {
  const other = { ...bert, name: "Bert Brave" };
  expect(withShortNames(me, bert).map(({ short }) => short)).toEqual(["You", "Bert"]);
  expect(withShortNames(bert, other).map(({ short }) => short)).toEqual(["Bert Bold", "Bert Brave"]);
});
