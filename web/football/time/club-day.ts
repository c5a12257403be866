import * as words from "#words/football";
import { dayOfMonth, months, shortMonths } from "./kick-off.ts";
import { roundName } from "./round-name.ts";

/** A date in the club's time zone (`2026-11-21`) as `21 Nov`, independent of the viewer's time zone. */
export function clubDay(date: string): string {
  const at = new Date(date);
  return `${dayOfMonth(at.getUTCDate())} ${shortMonths[at.getUTCMonth()]}`;
}

/** The date with its year: `21 Nov 2026`. */
export function clubDate(date: string): string {
  return `${clubDay(date)} ${new Date(date).getUTCFullYear()}`;
}

/** The date with the whole name of its month: `21 November 2026`. */
export function clubLongDate(date: string): string {
  return `${dayOfMonth(new Date(date).getUTCDate())} ${clubMonth(date)}`;
}

/**
 * The date of an instant in the club's time zone, `2026-11-21`. Codes and subscriptions end with a day of the club, which is
 * another day where the viewer is.
 */
export function dayInZone(timeZone: string, instant: string | number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(instant));
}

/** The last day of a code or subscription that ends at this instant: `31 May 2027`. */
export function lastDay(endsAt: string, timeZone: string): string {
  return clubLongDate(dayInZone(timeZone, endsAt));
}

// not a text: as the database writes them
const englishMonths =
  "January February March April May June July August September October November December".split(" ");

/** The label of a period as the page writes it: the database writes that of a month as `November 2026`. */
export function periodLabel(label: string): string {
  const [, name = "", year = ""] = /^([A-Z][a-z]+) (\d{4})$/.exec(label) ?? [];
  const month = months[englishMonths.indexOf(name)];
  return month === undefined ? roundName(label) : `${month} ${year}`;
}

/** The label of a match as the page writes it: the database writes `Leeds v Hull, 21 Nov 2026`. */
export function matchLabel(label: string): string {
  const [, home, away = "", day, name = "", year] =
    /^(.+) v (.+), (\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(label) ?? [];
  const month = englishMonths.findIndex((english) => english.startsWith(name));
  if (home === undefined || month < 0) return label;
  const date = `${dayOfMonth(Number(day))} ${shortMonths[month]} ${year}`;
  return `${words.teams({ home, away })}, ${date}`;
}

/** The month of a date with its year: `November 2026`. */
export function clubMonth(date: string): string {
  const at = new Date(date);
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
