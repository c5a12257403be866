import { describe, expect, it } from "vitest";
import { callToPredict, roundTitle } from "./next-round.ts";

describe("callToPredict", () => {
  it.each([
    [10, 0, "Pick all ten"],
    [10, 7, "Pick the last three"],
    [10, 9, "Pick the last one"],
    [10, 10, "See your picks"],
    [1, 0, "Make your pick"],
    [14, 2, "Pick the last 12"],
    [0, 0, "See the matches"],
  ])("for %i matches with %i predicted is %s", (total, predicted, words) => {
    expect(callToPredict(total, predicted)).toBe(words);
  });
});

describe("roundTitle", () => {
  const league = { league: "Premier League", round: "Matchday 12" };

  it("is the round that all matches share", () => {
    expect(roundTitle([league, league])).toBe("Matchday 12");
  });

  it.each([
    ["matches of several competitions", [league, { league: "FA Cup", round: "Matchday 12" }]],
    ["matches of several rounds", [league, { ...league, round: "Matchday 13" }]],
    ["matches without a round", [{ ...league, round: null }]],
    ["no match", []],
  ])("is null for %s", (_, matches) => {
    expect(roundTitle(matches)).toBeNull();
  });
});
