import { describe, expect, it } from "vitest";
import { demoSeason } from "./season.ts";

const DAYS = [
  "2031-03-02",
  "2031-03-03",
  "2031-03-04",
  "2031-03-05",
  "2031-03-06",
  "2031-03-07",
  "2031-03-08",
];
const HOURS = ["T00:10:00Z", "T12:00:00Z", "T17:30:00Z", "T23:50:00Z"];

describe.each(DAYS.flatMap((day) => HOURS.map((hour) => day + hour)))("a demo started at %s", (moment) => {
  const now = new Date(moment);
  const season = demoSeason(now, "Indian/Mauritius");
  const kickoff = (match: { date: string; time: string }) => new Date(`${match.date}T${match.time}:00+04:00`);

  it("has results for past matches and none for future ones", () => {
    for (const match of season) {
      expect(match.home_score !== null).toBe(match.kind === "past");
      expect(kickoff(match) > now).toBe(match.kind === "open");
    }
  });
  it("has one live match, past rounds and future rounds", () => {
    const count = (kind: string) => season.filter((match) => match.kind === kind).length;
    expect(count("live")).toBe(1);
    expect(count("past")).toBeGreaterThan(110);
    expect(count("open")).toBeGreaterThan(20);
  });
  it("is in the same matchday at any time, so that its cup has a matchday for each round", () => {
    expect(season.find(({ kind }) => kind === "live")).toMatchObject({ round: "Matchday 13" });
  });
  it("has no pair twice in a round", () => {
    const keys = season.map((match) => `${match.league}/${match.round}/${match.home}/${match.away}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
