import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSeason } from "./openfootball.ts";

const now = new Date("2031-01-15T12:00:00Z");
const options = { timeZone: "Europe/London", now };

function file(...matches: object[]): string {
  const whole = matches.map((match) => ({
    round: "Matchday 1",
    date: "2030-08-17",
    time: "15:00",
    team1: "Arsenal FC",
    team2: "Chelsea FC",
    ...match,
  }));
  return JSON.stringify({ name: "English Premier League 2030/31", matches: whole });
}
const refusal = (text: string): string => {
  try {
    readSeason(text, options);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "accepted";
};

describe("a file is read", () => {
  it("takes the season from its name", () => expect(readSeason(file({}), options).season).toBe("2030/31"));
  it("drops a country's suffix, so that one club is one team", () => {
    const [match] = readSeason(
      file({ team1: "Arsenal FC (ENG)", team2: "Real Madrid CF (ESP)" }),
      options,
    ).matches;
    expect([match?.home, match?.away]).toEqual(["Arsenal FC", "Real Madrid CF"]);
  });
  it("takes 20:00, to be confirmed, where there is no time", () => {
    const [match] = readSeason(file({ time: undefined }), options).matches;
    expect([match?.time, match?.confirmed]).toEqual(["20:00", false]);
  });
  it("takes a postponed match as one without a result, to be confirmed", () => {
    const [match] = readSeason(file({ status: "postponed", score: { ft: [1, 0] } }), options).matches;
    expect([match?.home_score, match?.confirmed]).toEqual([null, false]);
  });
  it("scores after ninety minutes, whatever extra time and penalties said", () => {
    const [match] = readSeason(
      file({ score: { ht: [0, 1], ft: [0, 1], et: [0, 1], p: [4, 1] } }),
      options,
    ).matches;
    expect([match?.home_score, match?.away_score]).toEqual([0, 1]);
  });
});

describe("a bad file is refused whole, with the match named", () => {
  it.each([
    ["{", "The file is not JSON."],
    ["[]", "The file has not openfootball's shape"],
    ['{"name":"x 2030/31","matches":[]}', "The file has not openfootball's shape"],
    [file({ date: 5 }), "Match 1 has not openfootball's shape"],
    [
      file({}, { round: "Matchday 2", team2: "Arsenal FC (ENG)" }),
      "Match 2 (Matchday 2, Arsenal FC v Arsenal FC (ENG), 2030-08-17): a team cannot play itself.",
    ],
    [file({ date: "2030-02-30" }), "there is no date 2030-02-30."],
    [file({ date: "30-02-2030" }), "there is no date 30-02-2030."],
    [file({ time: "24:00" }), "there is no time 24:00."],
    [file({ score: { ft: [51, 0] } }), "the score 51-0 is impossible."],
    [file({ score: { ft: [1, -1] } }), "the score 1--1 is impossible."],
    [file({ score: { ft: [1.5, 0] } }), "the score 1.5-0 is impossible."],
    [file({ team1: " " }), "is no team's name."],
    [file({ status: "exploded" }), "the status exploded is not known"],
    [
      file({}, { team1: "Arsenal FC (ENG)" }),
      "Match 2 (Matchday 1, Arsenal FC v Chelsea FC, 2030-08-17) is in the file twice: it is match 1 already.",
    ],
  ])("%#", (text, message) => expect(refusal(text)).toContain(message));
  it("accepts fifty goals", () => expect(refusal(file({ score: { ft: [50, 50] } }))).toBe("accepted"));
});

describe("--season-starts", () => {
  const played = { score: { ft: [2, 1] } };
  it("moves by whole weeks to the date or the week after it, clock times kept", () => {
    const { matches } = readSeason(file({}, { date: "2030-08-24", round: "Matchday 2" }), {
      ...options,
      seasonStarts: "2030-10-01",
    });
    expect(matches.map(({ date, time }) => [date, time])).toEqual([
      ["2030-10-05", "15:00"],
      ["2030-10-12", "15:00"],
    ]);
  });
  it("moves back too", () => {
    expect(readSeason(file({}), { ...options, seasonStarts: "2029-08-16" }).matches[0]?.date).toBe(
      "2029-08-18",
    );
  });
  it("keeps a result to the minute of its kick-off in the file's zone, and not before", () => {
    const season = file({ ...played, date: "2031-01-01", time: "12:00" });
    const at = (moment: string) =>
      readSeason(season, { ...options, now: new Date(moment), seasonStarts: "2031-07-02" }).matches[0]
        ?.home_score;
    expect([at("2031-07-02T10:59:59Z"), at("2031-07-02T11:00:00Z")]).toEqual([null, 2]); // noon in British summer time
  });
});

const real = "../shared/data";
describe.skipIf(!existsSync(real))("the real seasons (skipped where ../shared/data is absent)", () => {
  it.each([
    ["en.1.2024-25.json", "2024/25", 380, 380, 0],
    ["en.1.2025-26.json", "2025/26", 380, 291, 1],
    ["uefa.cl.2024-25.json", "2024/25", 189, 188, 0],
  ])("%s", (name, season, count, results, unconfirmed) => {
    const read = readSeason(readFileSync(`${real}/${name}`, "utf8"), options);
    expect(read.season).toBe(season);
    expect(read.matches).toHaveLength(count);
    expect(read.matches.filter((match) => match.home_score !== null)).toHaveLength(results);
    expect(read.matches.filter((match) => !match.confirmed)).toHaveLength(unconfirmed);
  });
});
