import { months } from "./kick-off.ts";

/** A date of the club's calendar, `2026-11-21`, as it stands wherever it is read: `21 Nov`. */
export function clubDay(date: string): string {
  const at = new Date(date);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]?.slice(0, 3)}`;
}

/** The same with its year: `21 Nov 2026`. */
export function clubDate(date: string): string {
  return `${clubDay(date)} ${new Date(date).getUTCFullYear()}`;
}
