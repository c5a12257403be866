import { describe, expect, it } from "vitest";
import { readPool } from "./read-pool.ts";

const pairs = (text: string) => readPool(text).lines.map(({ name, points }) => [name, points]);

describe("readPool", () => {
  it("reads names with points, however they are separated", () => {
    const expected = [
      ["Amina Ramgoolam", "34"],
      ["Jean-Luc Ah-Kee", "1204"],
    ];
    expect(pairs("Amina Ramgoolam, 34\nJean-Luc Ah-Kee, 1204\n")).toEqual(expected);
    expect(pairs("Amina Ramgoolam;34\r\nJean-Luc Ah-Kee;1.204")).toEqual(expected);
    expect(pairs("Amina Ramgoolam: 34 pts\n\nJean-Luc Ah-Kee – 1204 points")).toEqual(expected);
    expect(pairs("1. Amina Ramgoolam 34\n2. Jean-Luc Ah-Kee 1204")).toEqual(expected);
  });

  it("reads a table that was copied from a page, with places and ties", () => {
    const text = "Pos\tPlayer\tPlayed\tPts\n1\tAmina\t12\t61\n=2\tBen Li\t12\t58\n\tCara\t11\t58\n";
    expect(pairs(text)).toEqual([
      ["Amina", "61"],
      ["Ben Li", "58"],
      ["Cara", "58"],
    ]);
    expect(readPool(text).titles).toEqual({ name: "Player", total: "Pts" });
  });

  it("takes the last number of a line without titles", () => {
    expect(pairs("1\tAmina\t12\t61\n2\tBen\t12\t58")).toEqual([
      ["Amina", "61"],
      ["Ben", "58"],
    ]);
  });

  it("reads matchdays, and adds them up without a total", () => {
    const { rounds, lines } = readPool("Name;1. Spieltag;Spieltag 2;3\nAmina;4;-;7\nBen;0;12;\n");
    expect(rounds).toEqual(["1. Spieltag", "Spieltag 2", "3"]);
    expect(lines).toEqual([
      { line: 2, place: null, name: "Amina", points: "11", byRound: ["4", null, "7"] },
      { line: 3, place: null, name: "Ben", points: "12", byRound: ["0", "12", null] },
    ]);
  });

  it("reads places, which lines without one share with the line before", () => {
    const places = (text: string) => readPool(text).lines.map(({ place }) => place);
    expect(places("Pos\tPlayer\tPts\n1\tAmina\t61\n=2\tBen Li\t58\n\tCara\t58\n")).toEqual(["1", "2", "2"]);
    expect(places("1. Amina Ramgoolam 34\n2. Ben Li 12")).toEqual(["1", "2"]);
    expect(places("1\tAmina\t12\t61\n\tBen\t12\t61")).toEqual(["1", "1"]);
    expect(places("Amina;34\nBen;12")).toEqual([null, null]);
    expect(places("Name;Points\nAmina;34")).toEqual([null]);
  });

  it("prefers the total, which may have more than the matchdays", () => {
    const { rounds, lines } = readPool('sep=;\nRang;Name;MD 1;MD 2;Bonus;Gesamt\n1;"Li; Ben";4;3;5;12\n');
    expect(rounds).toEqual(["MD 1", "MD 2"]);
    expect(lines).toEqual([{ line: 3, place: "1", name: "Li; Ben", points: "12", byRound: ["4", "3"] }]);
  });

  it("keeps what is not a whole number, so that it is refused", () => {
    expect(pairs("Amina;3.5\nBen;-2\nCara;n/a\nDan;7,0")).toEqual([
      ["Amina", "3.5"],
      ["Ben", "-2"],
      ["Cara", ""],
      ["Dan", "7"],
    ]);
    expect(pairs("Name;1;2\nAmina;x;3")).toEqual([["Amina", "x"]]);
  });

  it("leaves sums and means out", () => {
    expect(pairs("Name;Points\nAmina;34\nTotti;29\n;;\nTotal;63\nAverage:;31.5")).toEqual([
      ["Amina", "34"],
      ["Totti", "29"],
    ]);
    expect(pairs("1. Amina 34\n2. Ben 29\nTotal points 63")).toEqual([
      ["Amina", "34"],
      ["Ben", "29"],
    ]);
    expect(pairs("Nom;Points\nAmina;34\nTotal général;34")).toEqual([["Amina", "34"]]);
  });

  it("keeps a line with one quotation mark apart from the next", () =>
    expect(pairs('Name;Points\n"Ace;3\nBen;4').at(-1)).toEqual(["Ben", "4"]));

  it("is empty for a text without names", () => {
    expect(readPool("").lines).toEqual([]);
    expect(readPool("\n12;13\n").lines).toEqual([]);
  });
});
