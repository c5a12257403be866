import { describe, expect, it } from "vitest";
import { resemblingTeam } from "./resembling-team.ts";

const clubs = ["Arsenal", "Liverpool", "Man City", "Man United", "Köln"];

describe("resemblingTeam", () => {
  it.each([
    ["Liverpol", "Liverpool"],
    ["Arsenal FC", "Arsenal"],
    ["man cty", "Man City"],
    ["koln", "Köln"],
    ["Barnet", undefined],
    ["", undefined],
  ])("finds for “%s” the team %s", (name, team) => {
    expect(resemblingTeam(name, clubs)).toBe(team);
  });

  it.each([
    ["abcdef", "abcdxy", "abcdxy"],
    ["abcdef", "abcdxyz", undefined],
  ])("needs two fifths of all trigrams of “%s” and “%s”", (name, team, found) => {
    expect(resemblingTeam(name, [team])).toBe(found);
  });

  it("finds the nearest of several teams", () => {
    expect(resemblingTeam("Man Untied", clubs)).toBe("Man United");
  });
});
