import { describe, expect, it } from "vitest";
import { aMatch } from "../../backend/types/match-row.fixture.ts";
import type { MatchRow } from "../../backend/types/rows.ts";
import { lastOwnRound, sectionsChange, sectionsOf, stateOf } from "./match-state.ts";

const now = Date.parse("2000-01-01T12:00:00Z");
const hour = 3_600_000;

const match = (hours: number, status: MatchRow["status"] = "upcoming"): MatchRow =>
  aMatch(now + hours * hour, { id: `${status} ${hours}`, status });

describe("a match", () => {
  it("is open a millisecond before its lock and locked at it", () => {
    expect(stateOf(match(0), now - 1)).toBe("open");
    expect(stateOf(match(0), now)).toBe("locked");
  });

  it("has its status as its state when it is not upcoming", () => {
    expect(stateOf(match(5, "live"), now)).toBe("live");
    expect(stateOf(match(5, "cancelled"), now)).toBe("cancelled");
  });
});

describe("the page", () => {
  it("divides matches into live, open and locked", () => {
    const early = { ...match(3), locks_at: new Date(now).toISOString() };
    const sections = sectionsOf([match(-1, "live"), early, match(2), match(30)], now);
    expect([sections.live.length, sections.locked.length, sections.open.length]).toEqual([1, 1, 2]);
  });

  it("lists the matches that await their result separately, the latest first", () => {
    const { live, awaiting } = sectionsOf([match(-9), match(-2.5, "live"), match(-2.4, "live")], now);
    expect(awaiting.map(({ id }) => id)).toEqual(["live -2.5", "upcoming -9"]);
    expect(live).toHaveLength(1);
  });

  it("lists a match that has just kicked off as live", () => {
    expect(sectionsOf([match(0)], now).live).toHaveLength(1);
  });

  it("lists postponed matches last", () => {
    const postponed = { ...match(1), kickoff_confirmed: false, day_time_zone: null };
    const undated = { ...match(2), kickoff_confirmed: false, day_time_zone: "Indian/Mauritius" };
    const { open } = sectionsOf([postponed, undated, match(3)], now);
    expect(open.map(({ id }) => id)).toEqual([undated.id, match(3).id, postponed.id]);
  });

  it("does not list a match with an unconfirmed time as live", () => {
    expect(sectionsOf([{ ...match(0), kickoff_confirmed: false }], now).locked).toHaveLength(1);
  });
});

describe("the sections", () => {
  it("change at the next lock or kick-off, and when a match awaits its result", () => {
    const lock = Date.parse(match(1).locks_at);
    expect(sectionsChange([match(5), match(1), match(-1, "live")], now)).toBe(lock);
    const locked = { ...match(1), locks_at: new Date(now).toISOString() };
    expect(sectionsChange([locked], now)).toBe(Date.parse(locked.kickoff_at));
    expect(sectionsChange([match(-1)], now)).toBe(now + 1.5 * hour);
    expect(sectionsChange([match(-1, "live")], now)).toBe(now + 1.5 * hour);
    expect(sectionsChange([match(-9), match(-1, "completed")], now)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the round that a player shares", () => {
  const ofRound = (round: string | null, hours: number, status?: MatchRow["status"]) => ({
    ...match(hours, status),
    id: `${round} ${hours}`,
    round,
  });
  const rows = [
    ofRound("Matchday 1", -90, "completed"),
    ofRound("Matchday 2", -2, "completed"),
    ofRound("Matchday 2", -3, "cancelled"),
    ofRound("Matchday 2", -1, "live"),
    ofRound("Matchday 2", 5),
  ];
  const idsOf = (predicted: readonly MatchRow[]) =>
    lastOwnRound(rows, new Set(predicted.map(({ id }) => id)), now).map(({ id }) => id);

  it("has the predicted locked matches of the latest matchday, by kick-off", () => {
    expect(idsOf(rows)).toEqual(["Matchday 2 -2", "Matchday 2 -1"]);
    expect(idsOf(rows.slice(0, 1))).toEqual(["Matchday 1 -90"]);
  });

  it("does not exist before the first lock and without a prediction", () => {
    expect(idsOf(rows.slice(4))).toEqual([]);
    expect(idsOf([])).toEqual([]);
  });
});
