import { describe, expect, it } from "vitest";
import { comingRound, nextLock, roundTitle } from "./coming-round.ts";

const start = Date.parse("2031-03-15T12:00:00Z");

function match(hours: number, round: string | null = null, league = "Premier League", season = "2030/31") {
  const locks_at = new Date(start + hours * 3_600_000).toISOString();
  return { id: `${league} ${hours}`, league, season: round === null ? null : season, round, locks_at };
}

function idsOf(matches: readonly ReturnType<typeof match>[]): string[] {
  return comingRound(matches).map(({ id }) => id);
}

describe("the coming round", () => {
  it("is a weekend if the matches have no round", () => {
    expect(comingRound([match(2), match(50), match(98), match(99)])).toHaveLength(3);
    expect(comingRound([])).toEqual([]);
  });

  it("has the matches of the round up to seven days after its first lock", () => {
    const round = [match(0, "Matchday 1"), match(120, "Matchday 1"), match(168, "Matchday 1")];
    expect(comingRound([...round, match(168.1, "Matchday 1")])).toEqual(round);
  });

  it("leaves out another round, and the round of that name in another season", () => {
    const first = match(0, "Matchday 1");
    const others = [match(1, "Matchday 2"), match(2, "Matchday 1", "Premier League", "2031/32")];
    expect(comingRound([first, ...others])).toEqual([first]);
  });

  it("adds a match without a round by its date", () => {
    const first = match(0, "Matchday 1");
    expect(comingRound([first, match(96), match(96.1)])).toEqual([first, match(96)]);
  });

  it("goes by dates if the first match has no round", () => {
    expect(comingRound([match(0), match(96, "Matchday 1"), match(97, "Matchday 1")])).toHaveLength(2);
  });

  it("has the whole round of each competition that begins within four days", () => {
    const matches = [
      match(0, "Matchday 1"),
      match(96, "Semi-final", "FA Cup"),
      match(97, "Round 3", "League Cup"),
      match(140, "Semi-final", "FA Cup"),
    ];
    expect(idsOf(matches)).toEqual(["Premier League 0", "FA Cup 96", "FA Cup 140"]);
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

describe("nextLock", () => {
  it("is the first lock that is still to come", () => {
    expect(nextLock([match(1), match(2), match(3)], start + 2 * 3_600_000)).toBe(start + 3 * 3_600_000);
    expect(nextLock([match(1)], start + 3_600_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
