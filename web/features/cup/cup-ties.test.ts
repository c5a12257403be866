import { expect, it } from "vitest";
import type { CupRoundRow, CupRow, CupTieRow } from "../../backend/types/cup-rows.ts";
import { ownTies, roundTitle, tiesOfRound, verdictOf, winnerOf } from "./cup-ties.ts";

const cup: CupRow = {
  cup_id: "cup",
  name: "Winter Cup",
  league: "Premier League",
  season: "2026/27",
  members: 4,
  size: 4,
  rounds: 2,
  seed: "seed",
  drawn_at: "2026-11-01T10:00:00Z",
  ended_at: null,
};
const round: CupRoundRow = {
  number: 1,
  round: "Matchday 3",
  state: "running",
  matches: 10,
  matches_completed: 9,
  starts_at: "2026-11-28T12:30:00Z",
  settles_at: "2026-12-05T12:30:00Z",
};
const tie: CupTieRow = {
  number: 1,
  tie: 1,
  first_id: "amina",
  first_name: "Amina Khan",
  first_points: 7,
  first_perfect_scores: 2,
  first_place: 4,
  second_id: "bruno",
  second_name: "Bruno Evans",
  second_points: 4,
  second_perfect_scores: 1,
  second_place: 1,
  ahead: 1,
  by: "points",
};

const verdicts = (change: Partial<CupTieRow>, of: Partial<CupRoundRow> = {}) =>
  ["amina", "bruno"].map(
    (member) =>
      ownTies({ rounds: [{ ...round, ...of }], ties: [{ ...tie, ...change }] }, member).map(verdictOf)[0],
  );

it.each<[what: string, change: Partial<CupTieRow>, of: Partial<CupRoundRow>, verdicts: [string, string]]>([
  ["a running tie", {}, {}, ["You lead as it stands.", "Amina Khan leads as it stands."]],
  ["one without a result", {}, { matches_completed: 0 }, ["No match is over yet.", "No match is over yet."]],
  ["one that is over", {}, { state: "settled" }, ["You won.", "Amina Khan won."]],
  [
    "one that perfect scores decide",
    { second_points: 7, by: "perfect_scores" },
    { state: "over" },
    [
      "You won. Level on points. Perfect scores 2–1 decide.",
      "Amina Khan won. Level on points. Perfect scores 1–2 decide.",
    ],
  ],
  [
    "one that the place decides",
    { second_points: 7, second_perfect_scores: 2, ahead: 2, by: "place" },
    { state: "over" },
    [
      "Bruno Evans won. Level on points. Place at the draw decides: 4 and 1.",
      "You won. Level on points. Place at the draw decides: 1 and 4.",
    ],
  ],
  [
    "one that has not begun",
    { first_points: null, second_points: null, ahead: null, by: null },
    { state: "upcoming" },
    ["This tie has not begun.", "This tie has not begun."],
  ],
])("says who leads or has won, and by what: %s", (_, change, of, expected) => {
  expect(verdicts(change, of)).toEqual(expected);
});

it("names the last three rounds, and numbers those before", () => {
  expect([1, 2, 3, 4].map((number) => roundTitle(number, 4))).toEqual([
    "Round 1",
    "Quarter-finals",
    "Semi-finals",
    "Final",
  ]);
});

it("has a winner when the final has settled", () => {
  const final = { ...tie, number: 2, ahead: 2 as const };
  const club = { cup, rounds: [{ ...round, number: 2 }], ties: [final] };
  expect(winnerOf(club)).toBeNull();
  expect(winnerOf({ ...club, rounds: [{ ...round, number: 2, state: "settled" }] })?.id).toBe("bruno");
});

it("has all ties of a round, also those of which nobody is known", () => {
  const ties = tiesOfRound({ cup, rounds: [round], ties: [tie] }, 1);
  expect(ties.map(({ tie: at, known }) => [at, known?.first_id])).toEqual([
    [1, "amina"],
    [2, undefined],
  ]);
});
