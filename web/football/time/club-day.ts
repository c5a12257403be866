import { months } from "./kick-off.ts";

/** A date in the club's time zone (`2026-11-21`) as `21 Nov`, independent of the viewer's time zone. */
export function clubDay(date: string): string {
  const at = new Date(date);
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]?.slice(0, 3)}`;
}

/** The date with its year: `21 Nov 2026`. */
export function clubDate(date: string): string {
  return `${clubDay(date)} ${new Date(date).getUTCFullYear()}`;
}

/** The month of a date with its year: `November 2026`. */
export function clubMonth(date: string): string {
  const at = new Date(date);
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
