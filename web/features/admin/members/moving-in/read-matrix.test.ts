import { describe, expect, it } from "vitest";
import { readPool } from "./read-pool.ts";

const teams = (text: string) => readPool(text).columns?.map(({ home, away }) => `${home} v ${away}`) ?? null;
const picks = (text: string) => readPool(text).lines.map(({ name, points, picks: of }) => [name, points, of]);

describe("readPool of a matrix", () => {
  it("has a line for each member and a column for each match", () => {
    const text =
      "#\tPlayer\tArsenal - Chelsea\tARS v CHE\tLeeds–Hull 2:1\tTotal\n" +
      "1\tAmina\t2-1\t\t1–1 (1)\t34 pts\n2\tBen Li\t-\t0:0\t2 : 1\t1.204\n";
    expect(teams(text)).toEqual(["Arsenal v Chelsea", "ARS v CHE", "Leeds v Hull"]);
    expect(picks(text)).toEqual([
      ["Amina", "34", ["2-1", "", "1–1"]],
      ["Ben Li", "1204", ["-", "0:0", "2 : 1"]],
    ]);
    expect(readPool(text).titles).toEqual({ name: "Player", total: "Total" });
    expect(readPool(text).lines.map(({ line, place }) => [line, place])).toEqual([
      [2, "1"],
      [3, "2"],
    ]);
  });

  it("reads the teams of two title rows, and leaves a row with results out", () => {
    const text =
      ";Arsenal;Leeds United;Points\n;Chelsea;Hull;\nResult;1:0;2:2;\nAmina;1-0;;3\nBen Li;0-0;2-2;3\n";
    expect(teams(text)).toEqual(["Arsenal v Chelsea", "Leeds United v Hull"]);
    expect(picks(text)).toEqual([
      ["Amina", "3", ["1-0", ""]],
      ["Ben Li", "3", ["0-0", "2-2"]],
    ]);
  });

  it("has members without a pick, also before the first pick, and no sums", () => {
    const text =
      "Player;;;Points\n;Arsenal - Chelsea;Leeds - Hull;\nDate;1/9;2/9;\nAmina;;-;12\nBen Li;0-0;1-1;3\nCara;;;7\nTotal;;;22\n";
    expect(picks(text)).toEqual([
      ["Amina", "12", ["", "-"]],
      ["Ben Li", "3", ["0-0", "1-1"]],
      ["Cara", "7", ["", ""]],
    ]);
  });

  it("reads the teams of titles with two lines in quotes", () => {
    const text =
      'Player\t"Arsenal\nChelsea"\t"Leeds\r\nHull"\tTotal\r\n"Amina\nRamgoolam"\t2-1\t0-0\t4\nBen\t1-1\t\t3';
    expect(teams(text)).toEqual(["Arsenal v Chelsea", "Leeds v Hull"]);
    expect(picks(text)).toEqual([
      ["Amina Ramgoolam", "4", ["2-1", "0-0"]],
      ["Ben", "3", ["1-1", ""]],
    ]);
    expect(readPool(text).lines.map(({ line }) => line)).toEqual([4, 6]);
  });

  it("reads a line for each match and a column for each member", () => {
    const expected = [
      ["Amina", "4", ["1-0", "x"]],
      ["Ben Li", "3", ["0-0", "2-2"]],
    ];
    const named =
      "Match,Result,Amina,Ben Li\nArsenal v Chelsea,1-0,1-0,0-0\nLeeds v Hull,2-2,x,2-2\nTotal,,4,3\n";
    expect(teams(named)).toEqual(["Arsenal v Chelsea", "Leeds v Hull"]);
    expect(picks(named)).toEqual(expected);
    const apart =
      "Date,Home,Away,Amina,Ben Li\n16/08,Arsenal,Chelsea,1-0,0-0\n17/08,Leeds,Hull,x,2-2\n,Total,,4,3\n";
    expect(teams(apart)).toEqual(["Arsenal v Chelsea", "Leeds v Hull"]);
    expect(picks(apart)).toEqual(expected);
  });

  it("has no points without a column of totals, and asks about a title that names no two teams", () => {
    const text = "Name;Arsenal - Chelsea;Final\nAmina;1-0;2-2\n";
    expect(teams(text)).toEqual(["Arsenal v Chelsea", "Final v "]);
    expect(picks(text)).toEqual([["Amina", "", ["1-0", "2-2"]]]);
  });

  it("is no table with a column of goals", () => {
    const text = "Pos\tPlayer\tGoals\tPts\n1\tAmina\t12:5\t61\n2\tBen Li\t10:5\t58\n";
    expect(teams(text)).toBeNull();
    expect(readPool(text).lines.map(({ points }) => points)).toEqual(["61", "58"]);
  });
});
