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

  it.each([
    ...["=1+1", "+44", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "=1+1\nx", "＝1+1"],
    ...["+2305712345\n=1", "+23057123456 =1", "+230 5712 =1", "+0123456789", "+1234567890123456"],
  ])("escapes the formula %j", (text) => {
    const cell = csvOf(["a"], [[text]]).slice("\ufeffa\r\n".length);
    expect(cell).toMatch(/^"?'/);
  });

  // With the spaces, spreadsheets read a text: as a number the cell would lose its plus sign.
  it.each([
    ["+23057123456", "+230 5712 3456"],
    ["+447700900123", "+44 7700 9001 23"],
    ["+12025550123", "+1 2025 5501 23"],
    ["+2305712", "+230 5712"],
  ])("writes the phone number %s in groups", (phone, written) => {
    expect(csvOf(["Phone"], [[phone]])).toBe(`\ufeffPhone\r\n${written}\r\n`);
  });

  it("is UTF-8 with a byte order mark, commas and CRLF", () => {
    const rows = [["Zoë, O'Brien", "+23057123456", -1, "=1+1", null]];
    const bytes = Buffer.from(new TextEncoder().encode(csvOf(["Name", "Phone", "A", "B", "C"], rows)));
    expect(bytes.toString("latin1")).toBe(
      'ï»¿Name,Phone,A,B,C\r\n"ZoÃ«, O\'Brien",+230 5712 3456,-1,"\'=1+1",\r\n',
    );
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
