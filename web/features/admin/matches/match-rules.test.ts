import { describe, expect, it } from "vitest";
import { cleaned, clubToday, fieldsOf, knownTeam, problemWith, scoreOf } from "./match-rules.ts";

const complete = { ...fieldsOf(null, "2000-01-01"), home: "Arsenal", away: "Chelsea", league: "FA Cup" };

describe("the match form", () => {
  it("starts today at 20:00", () => {
    expect(fieldsOf(null, "2000-01-01")).toMatchObject({ date: "2000-01-01", time: "20:00" });
  });

  it("requires every field and two different teams", () => {
    expect(problemWith(complete)).toBeNull();
    expect(problemWith({ ...complete, league: "" })).toBe("Please fill in all fields");
    expect(problemWith({ ...complete, away: " arsenal " })).toBe("Home and away teams must be different");
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

  it("determines today in the club's time zone", () => {
    const lateEvening = Date.parse("2000-01-01T21:00:00Z");
    expect(clubToday("Indian/Mauritius", lateEvening)).toBe("2000-01-02");
    expect(clubToday("Europe/London", lateEvening)).toBe("2000-01-01");
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
