import { describe, expect, it } from "vitest";
import { aMatch } from "../../../../backend/types/match-row.fixture.ts";
import {
  cleaned,
  fieldsOf,
  knownTeam,
  likelyMatchDay,
  movesIntoPast,
  problemWith,
  reopeningOf,
  scoreOf,
  voidingEffects,
} from "./match-rules.ts";

const complete = { ...fieldsOf(null, "2000-01-01"), home: "Arsenal", away: "Chelsea", league: "FA Cup" };
const now = Date.parse("2000-01-01T12:00:00Z");

describe("the match form", () => {
  it("starts on the likely match day at 20:00", () => {
    expect(fieldsOf(null, "2000-01-01")).toMatchObject({ date: "2000-01-01", time: "20:00" });
  });

  it("expects a new match on the day of the next one, or on a Saturday, and never in the past", () => {
    // 2000-01-01 was a Saturday; 20:00 in Mauritius is 16:00 UTC.
    const day = (next: string | null, now: string) =>
      likelyMatchDay(next, "20:00", "Indian/Mauritius", Date.parse(now));
    expect(day(null, "2000-01-01T15:59:59Z")).toBe("2000-01-01");
    expect(day(null, "2000-01-01T16:00:00Z")).toBe("2000-01-08");
    expect(day(null, "2000-01-02T10:00:00Z")).toBe("2000-01-08");
    expect(day("2000-01-04", "2000-01-02T10:00:00Z")).toBe("2000-01-04");
    expect(day("2000-01-02", "2000-01-02T17:00:00Z")).toBe("2000-01-08");
  });

  it("recognises a kick-off that has passed, unless the match had it before", () => {
    const now = Date.parse("2000-01-01T16:00:00Z");
    const fields = { ...complete, date: "2000-01-01", time: "20:00" };
    const moves = (change: object) => movesIntoPast({ ...fields, ...change }, null, "Indian/Mauritius", now);
    expect(moves({})).toBe(true);
    expect(moves({ time: "20:01" })).toBe(false);
    expect(moves({ toBeConfirmed: true })).toBe(false);
  });

  it("accepts dates from 1990 to two years ahead", () => {
    const on = (date: string) => problemWith({ ...complete, date }, now);
    expect([on("1990-01-01"), on("2002-01-01")]).toEqual([null, null]);
    const refused = "The date must be from 1990 to two years from now";
    expect([on("1989-12-31"), on("2002-01-02")]).toEqual([refused, refused]);
  });

  it("requires every field and two different teams", () => {
    expect(problemWith(complete, now)).toBeNull();
    expect(problemWith({ ...complete, league: "" }, now)).toBe("Please fill in all fields");
    expect(problemWith({ ...complete, away: " arsenal " }, now)).toBe(
      "Home and away teams must be different",
    );
  });

  it("removes characters that could be markup", () => {
    expect(cleaned({ ...complete, home: ' <Nott\'m "Forest"> ' }, []).home).toBe("Nott'm Forest");
  });

  it("uses the club's spelling of a team, and treats a part of a name as a new team", () => {
    const clubs = ["Arsenal", "Aston Villa"];
    expect(cleaned({ ...complete, home: " arsenal", away: "Aston" }, clubs)).toMatchObject({
      home: "Arsenal",
      away: "Aston",
    });
    expect(["ASTON VILLA", "Aston"].map((typed) => knownTeam(typed, clubs))).toEqual([
      "Aston Villa",
      undefined,
    ]);
  });
});

describe("scoreOf", () => {
  it("accepts two whole numbers from 0 to 50", () => {
    expect(scoreOf("2", "50")).toEqual({ home: 2, away: 50 });
    expect(scoreOf("2", "51")).toEqual({ problem: "Score seems unrealistic (max 50)" });
    expect(scoreOf("-1", "0")).toEqual({ problem: "Please enter a valid score (0 or higher)" });
    expect(scoreOf("", "0")).toEqual({ problem: "Please enter a valid score (0 or higher)" });
    expect(scoreOf("0", "")).toEqual({ problem: "Please enter a valid score (0 or higher)" });
  });
});

describe("reopeningOf", () => {
  const now = Date.parse("2000-01-01T16:00:00Z");
  const reopening = (time: string, reason: string) =>
    reopeningOf("2000-01-01", time, reason, "Indian/Mauritius", now);

  it("requires a kick-off in the future and a reason of 3 to 200 characters", () => {
    expect(reopening("20:01", "  Wrong \n match ")).toEqual({
      kickoff: "2000-01-01T16:01:00.000Z",
      reason: "Wrong match",
    });
    expect(reopening("20:00", "Wrong match")).toEqual({ problem: "The new kick-off must be in the future." });
    expect(reopening("", "Wrong match")).toEqual({ problem: "Please enter a date and a time" });
    const tooShort = { problem: "Please give a reason of 3 to 200 characters" };
    expect(reopening("20:01", " ab ")).toEqual(tooShort);
    expect(reopening("20:01", "x".repeat(201))).toEqual(tooShort);
  });
});

describe("voiding a match", () => {
  const match = aMatch(now, { status: "completed", home_score: 2, away_score: 1, predictions_count: 4 });

  it("says whose points are taken back and who is told", () => {
    expect(voidingEffects(match, 3)).toEqual([
      "The result 2–1 no longer counts, and the match is listed as cancelled.",
      "Its points are taken back from 3 members.",
      "The predictions are kept. The 4 members who predicted it are told in one message.",
    ]);
    expect(voidingEffects({ ...match, predictions_count: 1 }, 1).slice(1)).toEqual([
      "Its points are taken back from 1 member.",
      "The predictions are kept. The 1 member who predicted it is told in one message.",
    ]);
  });

  it("names no number that it does not know, and no member without a prediction", () => {
    expect(voidingEffects(match, undefined)[1]).toBe("Its points are taken back from everyone who scored.");
    expect(voidingEffects({ ...match, predictions_count: 0 }, 0).slice(1)).toEqual([
      "Nobody has points from it.",
    ]);
  });
});
