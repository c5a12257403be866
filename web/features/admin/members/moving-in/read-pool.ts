/** Reads members and points as spreadsheets, exports and tables of pages have them. */

import { parse as parseCsv } from "papaparse";
import { tidy } from "../../../../ui/text/tidy.ts";
import {
  hasLetters,
  nameTitle,
  numberIn,
  onOneLine,
  type Pool,
  placeTitle,
  type Row,
  totalTitle,
} from "./pool-cells.ts";
import { readMatrix } from "./read-matrix.ts";

const roundTitle =
  /^(?:match\s?day|md|game\s?week|gw|round|r|week|wk|spieltag|st|journ[ée]e|j|zourne)?\s*\.?\s*0?([1-9]\d?)\.?(?:\s*(?:spieltag|match\s?day))?$/i;
/** The name of a line that has the sums or means of the others. */
const sumTitle =
  /^(?:(?:grand|sub)?\s?totals?|sum|average|mean|gesamt|summe|durchschnitt|somme|moyenne)(?:\s*(?:points?|pts?|punkte|g[ée]n[ée]ral))?\s*:?$/i;
const newLine = /\r\n|\r|\n/;
const MOST_LINES_OF_A_CELL = 5;
/** A line without columns: a place, a name, and points at its end. */
const nameAndPoints =
  /^(?:[#(]?(\d+)[.):]?\s+|=\s*)?(.*?\p{L}.*?)[\s:=–-]+(\d[\d.,’']*)\s*(?:points?|pts?|punkte|pwin)?\.?$/iu;

/** The members of a pasted list in its order. Lines without a name and sums of columns are left out. */
export function readPool(text: string): Pool {
  const pool = poolIn(cellsOf(text));
  return { ...pool, lines: pool.lines.filter(({ name }) => !sumTitle.test(name)) };
}

function poolIn(read: readonly Row[]): Pool {
  const matrix = readMatrix(read);
  if (matrix) return matrix;
  const rows = read.map((row) => ({ ...row, cells: row.cells.map(onOneLine) }));
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

/** The cells of each line with text, whatever separates them. A cell in quotes may have several lines. */
function cellsOf(text: string): Row[] {
  const lines = linesIn(text);
  const filled = lines.map(({ content }) => content).filter((content) => content.trim() !== "");
  const delimiter = ["\t", ";", "|", ","].find(
    (mark) => filled.filter((line) => line.includes(mark)).length > filled.length / 2,
  );
  return lines
    .filter(({ content }) => content.trim() !== "" && !/^sep=/i.test(content))
    .map(({ content, line }) => ({
      line,
      cells: delimiter ? cellsIn(content, delimiter) : partsOf(content),
    }));
}

/** The lines with their numbers. Those of a cell in quotes, such as two teams in the title of a column, stay together. */
function linesIn(text: string): { content: string; line: number }[] {
  const lines = text.split(newLine);
  const read: { content: string; line: number }[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const closes = opensQuotes(lines[at] ?? "")
      ? lines.findIndex((next, to) => to > at && hasOddQuotes(next))
      : at;
    const end = closes > at && closes - at <= MOST_LINES_OF_A_CELL ? closes : at;
    read.push({ content: lines.slice(at, end + 1).join("\n"), line });
    at = end;
  }
  return read;
}

const hasOddQuotes = (line: string) => line.split('"').length % 2 === 0;
const opensQuotes = (line: string) => hasOddQuotes(line) && /(?:^|[\t;|,])"/.test(line);

const cellsIn = (content: string, delimiter: string) =>
  (parseCsv<string[]>(content, { delimiter }).data[0] ?? []).map((cell) =>
    cell.split(newLine).map(tidy).filter(Boolean).join("\n"),
  );

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
