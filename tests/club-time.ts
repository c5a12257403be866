/**
 * The days and times of the tests' clubs. Tests take days from here (tools/lint/days-of-now.test.ts): the date in UTC is not
 * the club's for four hours of each day.
 */
const HOUR_MS = 3_600_000;
/** Mauritius, the time zone of a new club, is UTC+4 all year. */
const AHEAD_OF_UTC_MS = 4 * HOUR_MS;

/** The columns of a match that kicks off at an instant. */
export function clubTime(instant: number): { match_date: string; match_time: string } {
  const text = new Date(instant + AHEAD_OF_UTC_MS).toISOString();
  return { match_date: text.slice(0, 10), match_time: text.slice(11, 23) };
}

export function hoursFromNow(hours: number): { match_date: string; match_time: string } {
  return clubTime(Date.now() + hours * HOUR_MS);
}

/** YYYY-MM-DD. */
export function daysFromNow(days: number): string {
  return hoursFromNow(24 * days).match_date;
}
