/** Reads a matrix of members and matches, whose cells are picks. */

import { tidy } from "../../../../ui/text/tidy.ts";
import {
  hasLetters,
  type MatrixColumn,
  nameTitle,
  numberIn,
  onOneLine,
  type Pool,
  placeTitle,
  type Row,
  totalTitle,
} from "./pool-cells.ts";

const pick = /^\d{1,2}\s*[-:–]\s*\d{1,2}(?:\s*\(\d+\))?$/;
/** The cell of a member who made no pick. Lines of such cells alone may be between the titles and the first pick. */
const noPick = /^[-–—x]?$/i;
const resultTitle = /^(?:results?|scores?|ft|ergebnis(?:se)?|r[ée]sultats?|rezilta)$/i;

/** The matrix in these rows, with a line for each member; null if they are none. Either side may have the members. */
export function readMatrix(rows: readonly Row[]): Pool | null {
  const members = matrixOf(rows);
  const matches = matrixOf(turned(rows));
  return (matches?.teams ?? 0) > (members?.teams ?? 0) ? (matches?.pool ?? null) : (members?.pool ?? null);
}

function matrixOf(rows: readonly Row[]): { pool: Pool; teams: number } | null {
  const isOfMember = ({ cells }: Row) =>
    cells.some(isPick) && cells.some((cell) => hasLetters(cell) && !resultTitle.test(cell));
  const first = rows.findIndex(isOfMember);
  if (first < 1) return null;
  const titles = rows.slice(0, first).map(({ cells }) => cells);
  const lines = rows
    .slice(first)
    .filter(({ cells }) => cells.some(hasLetters) && !cells.some((cell) => resultTitle.test(cell)));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const titlesOf = (at: number) =>
    titles.flatMap((cells) => (cells[at] ?? "").split("\n")).filter((title) => title !== "");
  const games = columns.filter(
    (at) => titlesOf(at).some(hasLetters) && lines.some((line) => isPick(line.cells[at])),
  );
  const others = columns.filter((at) => !games.includes(at));
  const nameAt =
    others.find((at) => titlesOf(at).some((title) => nameTitle.test(title))) ??
    others.find((at) => lines.every((line) => hasLetters(line.cells[at])));
  if (nameAt === undefined) return null;
  const totalAt = others.findLast((at) => titlesOf(at).some((title) => totalTitle.test(title)));
  const placeAt = others.find((at) => titlesOf(at).some((title) => placeTitle.test(title)));
  const teams = games.map((at) => teamsIn(titlesOf(at).filter(hasLetters)));
  const title = rows.slice(0, first).findLastIndex(({ cells }) => games.some((at) => hasLetters(cells[at])));
  const early = rows
    .slice(title + 1, first)
    .filter(({ cells }) => hasLetters(cells[nameAt]) && games.every((at) => noPick.test(cells[at] ?? "")));
  const named = teams.filter(({ away }) => away !== "").length;
  if (named === 0) return null;
  const pool: Pool = {
    titles: {
      name: titlesOf(nameAt).find(hasLetters) ?? "",
      total: totalAt === undefined ? null : (titlesOf(totalAt).find(hasLetters) ?? null),
    },
    rounds: [],
    columns: teams,
    lines: [...early, ...lines].map(({ line, cells }) => ({
      line,
      place: placeAt === undefined ? null : (/\d+/.exec(cells[placeAt] ?? "")?.[0] ?? null),
      name: onOneLine(cells[nameAt] ?? ""),
      points: totalAt === undefined ? "" : numberIn(cells[totalAt]),
      byRound: [],
      picks: games.map((at) => (cells[at] ?? "").replace(/\s*\(\d+\)$/, "")),
    })),
  };
  return { pool, teams: named };
}

const isPick = (cell = "") => pick.test(cell);

/** The same cells with a row for each column. */
function turned(rows: readonly Row[]): Row[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => ({
    line: at + 1,
    cells: rows.map(({ cells }) => cells[at] ?? ""),
  }));
}

/** `Arsenal - Chelsea`, `ARS v CHE`, `Arsenal–Chelsea 2:1`, or two titles, of which the second is the away team. */
function teamsIn(titles: readonly string[]): MatrixColumn {
  const both = titles.map(split).findLast((teams) => teams !== null);
  if (both) return both;
  const [home = "", away = ""] = titles.slice(-2);
  return { home, away };
}

function split(title: string): MatrixColumn | null {
  const bare = tidy(title.replace(/[(\s]*\d{1,2}\s*[-:–]\s*\d{1,2}\s*\)?$/, ""));
  for (const mark of [/\s+(?:vs?\.?|[-–—:/])\s+/i, /[–—:/]/, /-/]) {
    const [home = "", away = "", ...more] = bare.split(mark).map((part) => part.trim());
    if (more.length === 0 && hasLetters(home) && hasLetters(away)) return { home, away };
  }
  return null;
}
