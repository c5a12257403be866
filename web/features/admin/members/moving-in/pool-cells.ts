/** What the readers of lists have in common: lines, cells, and what the titles of columns mean. */

/** The teams in the title of a column. A title that does not name two teams is the home team of one without. */
export interface MatrixColumn {
  home: string;
  away: string;
}

export interface PoolLine {
  /** The number of the line in the pasted text, from 1. */
  line: number;
  /** The place; null without one. A line without one shares that of the line before. */
  place: string | null;
  name: string;
  /** As it was written, without thousands separators and units; the database checks it. */
  points: string;
  /** The points of each matchday in `rounds`; null where the cell has none. */
  byRound: (string | null)[];
  /** The picks of each match in `columns`, as they were written. */
  picks?: string[];
}

export interface Pool {
  /** The titles of the columns that were read; null without titles. */
  titles: { name: string; total: string | null } | null;
  /** The titles of the columns of matchdays. */
  rounds: string[];
  /** The matches of a matrix; null for another list. */
  columns: MatrixColumn[] | null;
  lines: PoolLine[];
}

export const nameTitle =
  /^(?:name|player|member|user(?:name)?|participant|team|manager|tipper|spieler|mitspieler|teilnehmer|nom|joueur|membre|participante?|pseudo|zwer)$/i;
export const placeTitle = /^(?:#|pos(?:ition)?|place|rank|rang|pl(?:atz|as)?|classement)\.?$/i;
export const totalTitle =
  /^(?:(?:total|overall|sum|gesamt|g|cumul)(?:\s*(?:points?|pts?|punkte|score))?|points?|pts?|punkte|score|pwin)$/i;

export interface Row {
  line: number;
  /** Each may have several lines. */
  cells: string[];
}

export const onOneLine = (cell: string) => cell.replaceAll("\n", " ");

export const hasLetters = (cell: string | undefined) => /\p{L}/u.test(cell ?? "");

/** `1.204 pts` is `1204`. What is not a whole number stays as it was written; a dash is no number. */
export function numberIn(cell = ""): string {
  const bare = cell.replace(/\s*(?:points?|pts?|punkte|pwin)\.?$/i, "").trim();
  if (/^[-–—]?$/.test(bare)) return "";
  if (/^\d{1,3}(?:[\s.,’']\d{3})+$/.test(bare)) return bare.replace(/\D/g, "");
  return bare.replace(/[.,]0+$/, "");
}
