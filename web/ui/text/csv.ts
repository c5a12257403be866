import { unparse } from "papaparse";

export type Cell = string | number | null;

/**
 * A table as CSV for spreadsheets: with a byte order mark for accents, CRLF line breaks, and escaped cells that a
 * spreadsheet would evaluate as formulas.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = unparse(
    { fields: [...head], data: rows.map((row) => [...row]) },
    { newline: "\r\n", escapeFormulae: true },
  );
  return `\ufeff${text}\r\n`;
}
