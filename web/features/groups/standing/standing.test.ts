import { describe, expect, it } from "vitest";
import type { LeaderboardRow } from "../../../backend/types/rows.ts";
import { standingOf } from "./standing.ts";

const row = (user_id: string, rank: number | null, points: number): LeaderboardRow => ({
  rank,
  previous_rank: null,
  user_id,
  full_name: `Player ${user_id}`,
  predictions_scored: 4,
  points,
  perfect_scores: 0,
  accuracy: null,
});

const rows = [
  row("a", 1, 74),
  row("b", 2, 71),
  row("c", 3, 68),
  row("d", 3, 68),
  row("e", 5, 68),
  row("f", 6, 1),
];

const figuresOf = (player: string, of = rows) =>
  standingOf(of, player, of.length)?.figures.map(({ value, word }) => `${value} ${word}`);

describe("the standing", () => {
  it("has the rank, the number of players if it is known, and the points", () => {
    expect(standingOf(rows, "f", 6)).toMatchObject({ rank: 6, place: "6th of 6" });
    expect(standingOf(rows, "f", null)).toMatchObject({ place: "6th" });
    expect(figuresOf("f")).toEqual(["1 point", "67 behind Player e", "73 off the top"]);
  });

  it("of the leader says who is next", () => {
    expect(figuresOf("a")).toEqual(["74 points", "3 ahead of Player b"]);
  });

  it("of the player behind the leader does not repeat the distance", () => {
    expect(figuresOf("b")).toEqual(["71 points", "3 behind Player a", "3 ahead of Player c"]);
  });

  it("counts from the nearest better rank when players share one", () => {
    expect(figuresOf("d")).toEqual(["68 points", "3 behind Player b", "6 off the top"]);
    expect(figuresOf("e")).toEqual(["68 points", "Level with Player d", "6 off the top"]);
    expect(figuresOf("b", [row("a", 1, 9), row("b", 1, 9)])).toEqual(["9 points", "Level with Player a"]);
  });

  it.each([
    ["nobody has points", [row("a", 1, 0), row("b", 1, 0)], "a"],
    ["no match is completed", [row("a", null, 0), row("b", null, 0)], "a"],
    ["the player is alone", [row("a", 1, 9)], "a"],
    ["the player is on a later page", rows, "z"],
    ["the list is empty", [], "a"],
  ])("is missing while %s", (_, of, player) => {
    expect(standingOf(of, player, of.length)).toBeNull();
  });
});
