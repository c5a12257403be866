/** An exported table in LibreOffice. Only `npm run test:long` runs this file and installs LibreOffice, which has 500 MB. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvOf } from "../../web/ui/text/csv.ts";

/** LibreOffice's import options: commas, quotes, UTF-8, and as little as possible stays text. */
const asMuchAsPossible = "CSV:44,34,76,1,,0,false,true,false,false,false,-1,true";

describe("an exported table in LibreOffice", () => {
  let folder: string;
  let cells: string[][];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "scoreline-export-"));
    const rows = [
      ["Zoë, O'Brien", "+23057123456", -1, "=1+1"],
      ["Émile", "+12025550123", 3, "\n=HYPERLINK(A1)"],
      ["Łukasz", "+33612345678", 0, "@SUM(C1:C3)"],
      ["-2+3", "+447700900123", 1, "+1-1"],
    ];
    writeFileSync(join(folder, "players.csv"), csvOf(["Name", "Phone", "Points", "Note"], rows));
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`;
    const convert = ["--headless", profile, "--convert-to", "fods", `--infilter=${asMuchAsPossible}`];
    execFileSync("soffice", [...convert, "--outdir", folder, join(folder, "players.csv")]);
    cells = cellsOf(readFileSync(join(folder, "players.fods"), "utf8"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has phone numbers as text with their plus sign", () => {
    expect(cells.map((row) => row[1])).toEqual([
      "string: Phone",
      "string: +230 5712 3456",
      "string: +1 2025 5501 23",
      "string: +33 6123 4567 8",
      "string: +44 7700 9001 23",
    ]);
  });

  it("has points as numbers and names with their accents", () => {
    expect(cells.map((row) => row[2])).toEqual([
      "string: Points",
      "float: -1",
      "float: 3",
      "float: 0",
      "float: 1",
    ]);
    expect(cells.map((row) => row[0])).toEqual([
      "string: Name",
      "string: Zoë, O'Brien",
      "string: Émile",
      "string: Łukasz",
      "string: '-2+3",
    ]);
  });

  it("evaluates no formula", () => {
    const file = readFileSync(join(folder, "players.fods"), "utf8");
    expect(file).not.toContain("table:formula");
    expect(cells.slice(1).map((row) => row[3])).toEqual([
      "string: '=1+1",
      "string: '=HYPERLINK(A1)",
      "string: '@SUM(C1:C3)",
      "string: '+1-1",
    ]);
  });
});

/** The cells of the sheet by row, each as its type and its text. */
function cellsOf(file: string): string[][] {
  const rows = file.match(/<table:table-row[\s\S]*?<\/table:table-row>/g) ?? [];
  return rows.map((row) => {
    const found = row.matchAll(
      /<table:table-cell[^>]*office:value-type="(\w+)"[^>]*>([\s\S]*?)<\/table:table-cell>/g,
    );
    return Array.from(
      found,
      ([, type, content = ""]) => `${type}: ${textOf(content.replace(/<[^>]*>/g, "").trim())}`,
    );
  });
}

function textOf(xml: string): string {
  return xml.replaceAll("&apos;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
