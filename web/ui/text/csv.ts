import { unparse } from "papaparse";

export type Cell = string | number | null;

/**
 * A table as CSV that spreadsheets open well: a byte order mark for the accents, CRLF, and no cell that a spreadsheet
 * would run as a formula.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = unparse(
    { fields: [...head], data: rows.map((row) => [...row]) },
    { newline: "\r\n", escapeFormulae: true },
  );
  return `\ufeff${text}\r\n`;
}
