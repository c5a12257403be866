import { unparse } from "papaparse";

export type Cell = string | number | null;

/** Calling codes have one to three digits; these have fewer than three. */
const PHONE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d\d)(\d{4,})$/;
const E164 = /^\+[1-9]\d{6,14}$/;
/** A text that a spreadsheet may evaluate. A phone number in groups has only digits and spaces, so it is harmless. */
const FORMULA = /^(?!\+\d{1,3}(?: \d{1,4})+$)\s*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV for spreadsheets and contact lists: with a byte order mark for accents, CRLF line breaks, and escaped
 * cells that a spreadsheet would evaluate as formulas. Phone numbers are written in groups, `+230 5712 3456`, which
 * spreadsheets read as text and contact lists as a number.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${csvLines([head])}${csvLines(rows)}`;
}

/** The lines of more rows of such a table. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const data = rows.map((row) => row.map(phoneInGroups));
  return `${unparse(data, { newline: "\r\n", escapeFormulae: FORMULA })}\r\n`;
}

/** Groups of four digits: groups of three would be a number with thousands separators in some countries. */
function phoneInGroups(cell: Cell): Cell {
  if (typeof cell !== "string" || !E164.test(cell)) return cell;
  return cell.replace(PHONE, (_all, code: string, rest: string) =>
    [`+${code}`, ...(rest.match(/\d{1,4}/g) ?? [])].join(" "),
  );
}
