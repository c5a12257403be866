import type * as englishFootball from "../generated/en/football.ts";
import type * as english from "../generated/en/messages.ts";
import type { Change, Fixture, Period, Score } from "./facts.ts";

/** The words of one language, with the names of its days and months. */
export interface Speech {
  words: typeof english;
  calendar: Pick<typeof englishFootball, "weekdays" | "months" | "firstOfMonth">;
  /** The name of a round in the language. */
  roundName: (round: string) => string;
}

/** A title, and text with line breaks. */
export interface Text {
  title: string;
  body: string;
}

/** The parts of a date such as 2026-11-21 in words. */
export function dateIn({ calendar }: Pick<Speech, "calendar">, date: string) {
  const at = new Date(date);
  return {
    weekday: calendar.weekdays.split(" ")[at.getUTCDay()] ?? "",
    day: at.getUTCDate() === 1 ? calendar.firstOfMonth : at.getUTCDate(),
    month: calendar.months.split(" ")[at.getUTCMonth()] ?? "",
    year: at.getUTCFullYear(),
  };
}

/** "Saturday 21 November 2026" */
export function dayIn(speech: Speech, date: string): string {
  return speech.words.day(dateIn(speech, date));
}

/** "Saturday 21 to Monday 23 November 2026" */
export function daysIn(speech: Speech, first: string, last: string): string {
  if (first === last) return dayIn(speech, last);
  const from = dateIn(speech, first);
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  return speech.words.days({
    first: isSameMonth ? speech.words.dayOfMonth(from) : speech.words.dayOfYear(from),
    last: dayIn(speech, last),
  });
}

export function fixtureIn({ words }: Speech, { home, away }: Fixture): string {
  return words.fixture({ home, away });
}

/** The name of a matchday, or "November 2026". */
export function periodIn(speech: Speech, { round, month }: Period): string {
  if (round !== null) return speech.roundName(round);
  return month ? speech.words.monthOfYear(dateIn(speech, month)) : "";
}

/** "7 points", "7 points and 2 perfect scores" */
export function scoreIn({ words }: Speech, { points, perfect }: Score): string {
  const written = words.points({ count: points });
  return perfect === null ? written : words.pointsAndPerfectScores({ points: written, perfect });
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cleo", "Ann, Bob and 4 others" */
export function namesIn({ words }: Speech, names: readonly string[]): string {
  if (names.length > 3)
    return words.andOthers({ names: names.slice(0, 2).join(", "), count: names.length - 2 });
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : words.and({ first: names.slice(0, -1).join(", "), last });
}

/** "Arsenal v Chelsea now kicks off on Saturday 21 November 2026, 15:00 (club time)" */
export function changeIn(speech: Speech, change: Change): string {
  const { words } = speech;
  const match = fixtureIn(speech, change);
  const day = dayIn(speech, change.day);
  switch (change.change) {
    case "void":
      return words.isVoid({ match });
    case "cancelled":
      return words.isCancelled({ match });
    case "undated":
      return words.isUndated({ match, day });
    case "moved":
      return words.hasMoved({ match, day, time: change.time });
  }
}
