import { parse } from "papaparse";
import { describe, expect, it } from "vitest";
import { csvOf } from "./csv.ts";
import { fileName } from "./download.ts";

describe("csvOf", () => {
  it("preserves commas, quotes, line breaks and accents", () => {
    const rows = [
      ['O\'Brien, "Em"', 3, "a\r\nb"],
      ["Zoë", 0, "–"],
    ];
    const { data } = parse(csvOf(["Player", "Points", "Note"], rows).replace("\ufeff", "").trimEnd());
    expect(data).toEqual([["Player", "Points", "Note"], ...rows.map((row) => row.map(String))]);
  });

  it.each(["=1+1", "+44", "-2", "@SUM(A1)", "\t=1"])("escapes the formula %j", (text) => {
    const line = csvOf(["a"], [[text]]).split("\r\n")[1] ?? "";
    expect(line.replace(/^"/, "")).toMatch(/^'/);
  });

  it("leaves a missing value empty", () => {
    expect(csvOf(["a", "b"], [[null, 1]])).toContain("\r\n,1\r\n");
  });
});

describe("fileName", () => {
  it.each([
    ["League Cup, autumn", "league-cup-autumn"],
    ["Émile & Zoë", "emile-zoe"],
    ["../../etc", "etc"],
    ["???", "scoreline"],
  ])("for %j is %j", (words, name) => expect(fileName(words)).toBe(name));
});
