import { describe, expect, it } from "vitest";
import {
  areDoubled,
  doublesLeft,
  doublesLeftWords,
  doublesRuleIn,
  doublesRuleText,
  withMark,
} from "./doubles-rule.ts";

const match = { league: "FA Cup", season: "2026/27", round: "Round 1" };

describe("the rule of doubles", () => {
  it.each(["off", "matchday", "season 1", "season 99"])("reads and writes %s", (text) => {
    expect(doublesRuleText(doublesRuleIn(text))).toBe(text);
  });

  it.each([undefined, "", "season 0", "season 100", "season", "on"])("is off for %s", (text) => {
    expect(doublesRuleIn(text)).toEqual({ kind: "off" });
  });
});

describe("doublesLeft", () => {
  const season = { kind: "season", number: 2 } as const;
  const matchday = { kind: "matchday" } as const;

  it("counts the season of the match's competition", () => {
    const spent = withMark(season, [], match, true);
    expect(doublesLeft(season, spent, match)).toBe(1);
    expect(doublesLeft(season, spent, { ...match, round: "Round 2" })).toBe(1);
    expect(doublesLeft(season, spent, { ...match, season: "2027/28" })).toBe(2);
    expect(doublesLeft(season, spent, { ...match, league: "League Cup" })).toBe(2);
    expect(doublesLeft(season, withMark(season, spent, match, false), match)).toBe(2);
  });

  it("counts the matchday", () => {
    const spent = withMark(matchday, [], match, true);
    expect(doublesLeft(matchday, spent, match)).toBe(0);
    expect(doublesLeft(matchday, spent, { ...match, round: "Round 2" })).toBe(1);
  });

  it("gives none without a rule, and none to a match without a matchday", () => {
    expect(doublesLeft({ kind: "off" }, [], match)).toBeNull();
    expect(doublesLeft(matchday, [], { ...match, round: null })).toBeNull();
    expect(doublesLeft(season, [], { ...match, round: null })).toBe(2);
  });

  it("is never below 0 after the rule became smaller", () => {
    expect(doublesLeft({ kind: "season", number: 1 }, [{ ...match, round: null, spent: 3 }], match)).toBe(0);
  });

  it("is said in words", () => {
    expect(doublesLeftWords(season, 1)).toBe("1 of 2 doubles left");
    expect(doublesLeftWords({ kind: "season", number: 1 }, 0)).toBe("0 of 1 double left");
    expect(doublesLeftWords(matchday, 1)).toBe("1 double for this matchday");
    expect(doublesLeftWords(matchday, 0)).toBe("Double of this matchday used");
  });
});

it("areDoubled knows the points of doubles", () => {
  expect([0, 1, 2, 3, 6].filter(areDoubled)).toEqual([2, 6]);
});
