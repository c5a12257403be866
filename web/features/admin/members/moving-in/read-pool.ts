/** Reads members and points as spreadsheets, exports and tables of pages have them. */

import { parse as parseCsv } from "papaparse";
import { tidy } from "../../../../ui/text/tidy.ts";
import {
  hasLetters,
  nameTitle,
  numberIn,
  type Pool,
  placeTitle,
  type Row,
  totalTitle,
} from "./pool-cells.ts";
import { readMatrix } from "./read-matrix.ts";

const roundTitle =
  /^(?:match\s?day|md|game\s?week|gw|round|r|week|wk|spieltag|st|journ[ée]e|j|zourne)?\s*\.?\s*0?([1-9]\d?)\.?(?:\s*(?:spieltag|match\s?day))?$/i;
/** A line without columns: a place, a name, and points at its end. */
const nameAndPoints =
  /^(?:[#(]?(\d+)[.):]?\s+|=\s*)?(.*?\p{L}.*?)[\s:=–-]+(\d[\d.,’']*)\s*(?:points?|pts?|punkte|pwin)?\.?$/iu;

/** The members of a pasted list in its order. Lines without a name are left out. */
export function readPool(text: string): Pool {
  const rows = cellsOf(text);
  const matrix = readMatrix(rows);
  if (matrix) return matrix;
  const headAt = rows.findIndex(
    ({ cells }) => cells.some((cell) => nameTitle.test(cell)) && cells.length > 1,
  );
  const head = headAt >= 0 && headAt < 3 ? rows[headAt]?.cells : undefined;
  const pool = head ? withTitles(head, rows.slice(headAt + 1)) : withoutTitles(rows);
  let place: string | null = null;
  const lines = pool.lines.map((line) => {
    place = line.place ?? place;
    return { ...line, place };
  });
  return { ...pool, lines };
}

/** The cells of each line with text, whatever separates them. */
function cellsOf(text: string): Row[] {
  const lines = text.split(/\r\n|\r|\n/);
  const filled = lines.filter((line) => line.trim() !== "");
  const delimiter = ["\t", ";", "|", ","].find(
    (mark) => filled.filter((line) => line.includes(mark)).length > filled.length / 2,
  );
  return lines
    .map((content, at) => ({ content, line: at + 1 }))
    .filter(({ content }) => content.trim() !== "" && !/^sep=/i.test(content))
    .map(({ content, line }) => ({
      line,
      cells: delimiter ? cellsIn(content, delimiter) : partsOf(content),
    }));
}

const cellsIn = (content: string, delimiter: string) =>
  (parseCsv<string[]>(content, { delimiter }).data[0] ?? []).map((cell) => tidy(cell));

function partsOf(content: string): string[] {
  const found = nameAndPoints.exec(tidy(content));
  return found ? [found[1] ?? "", found[2] ?? "", found[3] ?? ""] : [tidy(content)];
}

function withTitles(head: readonly string[], rows: readonly Row[]): Pool {
  const nameAt = head.findIndex((title) => nameTitle.test(title));
  const placeAt = head.findIndex((title) => placeTitle.test(title));
  const totalAt = head.findLastIndex((title) => totalTitle.test(title));
  const rounds = head
    .map((title, at) => ({ title, at }))
    .filter(({ title, at }) => at > nameAt && at !== totalAt && roundTitle.test(title));
  return {
    titles: { name: head[nameAt] ?? "", total: head[totalAt] ?? null },
    rounds: rounds.map(({ title }) => title),
    columns: null,
    lines: rows
      .filter(({ cells }) => hasLetters(cells[nameAt]))
      .map(({ line, cells }) => {
        const byRound = rounds.map(({ at }) => numberIn(cells[at]) || null);
        return {
          line,
          place: placeIn(cells[placeAt]),
          name: cells[nameAt] ?? "",
          points: totalAt >= 0 ? numberIn(cells[totalAt]) : sumOf(byRound),
          byRound,
        };
      }),
  };
}

/** The name is the first cell with letters, and the points are the last number. */
function withoutTitles(rows: readonly Row[]): Pool {
  return {
    titles: null,
    rounds: [],
    columns: null,
    lines: rows.flatMap(({ line, cells }) => {
      const nameAt = cells.findIndex(hasLetters);
      const points = cells
        .slice(nameAt + 1)
        .map(numberIn)
        .findLast((cell) => /\d/.test(cell));
      const place = placeIn(cells.slice(0, Math.max(nameAt, 0)).find((cell) => cell !== ""));
      return nameAt < 0
        ? []
        : [{ line, place, name: cells[nameAt] ?? "", points: points ?? "", byRound: [] }];
    }),
  };
}

/** `=2` is `2`. */
const placeIn = (cell = "") => /\d+/.exec(cell)?.[0] ?? null;

/** The sum of the matchdays; the first value that is not a whole number, which the database then refuses. */
function sumOf(values: readonly (string | null)[]): string {
  const wrong = values.find((value) => value !== null && !/^\d+$/.test(value));
  return wrong ?? String(values.reduce((sum, value) => sum + Number(value ?? 0), 0));
}
