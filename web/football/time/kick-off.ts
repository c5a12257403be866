import * as words from "#words/football";
import type { MatchRow } from "../../backend/types/rows.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Whether the lock is less than an hour away. */
export function isLastHour(locksAt: string, now: number): boolean {
  const left = Date.parse(locksAt) - now;
  return left > 0 && left <= hour;
}

/** The time left: `4 d 8 h`, `3 h 12 min`, `42 min`, `50 sec`; empty if none is left. */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now;
  if (left <= 0) return "";
  if (left >= day)
    return words.daysAndHoursLeft({ days: Math.floor(left / day), hours: Math.floor((left % day) / hour) });
  if (left >= hour)
    return words.hoursAndMinutesLeft({
      hours: Math.floor(left / hour),
      minutes: Math.floor((left % hour) / 60_000),
    });
  if (left >= 60_000) return words.minutesLeft({ minutes: Math.floor(left / 60_000) });
  return words.secondsLeft({ seconds: Math.ceil(left / 1_000) });
}

/** When the text of `timeLeft` changes next: with the hour, the minute, or in the last minute with the second. */
export function timeLeftChanges(until: string, now: number): number {
  const left = Date.parse(until) - now;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  // Seconds are rounded up, the rest down: those change a millisecond after the full minute or hour.
  if (left < 60_000) return now + (left % 1_000 || 1_000);
  return now + (left % (left >= day ? hour : 60_000)) + 1;
}

/** The next midnight in the viewer's time zone, at which `Today` becomes `Yesterday`. */
export function midnightAfter(now: number): number {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

/** The time left for screen readers: `1 day 2 hours`. */
export function timeLeftInWords(until: string, now: number): string {
  const left = Math.max(0, Date.parse(until) - now);
  if (left >= day)
    return words.daysAndHours({ days: Math.floor(left / day), hours: Math.floor((left % day) / hour) });
  if (left >= hour)
    return words.hoursAndMinutes({
      hours: Math.floor(left / hour),
      minutes: Math.floor((left % hour) / 60_000),
    });
  return words.countOfMinutes({ count: Math.ceil(left / 60_000) });
}

// Not from Intl, whose first use takes a tenth of a second on a phone to load its language data.
export const weekdays = words.weekdays.split(" ");
export const shortWeekdays = words.shortWeekdays.split(" ");
export const months = words.months.split(" ");
export const shortMonths = words.shortMonths.split(" ");
const weekdayOf = (at: Date) => weekdays[at.getDay()] ?? "";
export const shortWeekdayOf = (at: Date) => shortWeekdays[at.getDay()] ?? "";
const monthOf = (at: Date) => months[at.getMonth()] ?? "";
/** The day of a date: in French the first is `1er`. */
export const dayOfMonth = (day: number) => (day === 1 ? words.firstOfMonth : String(day));
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The time of day in the viewer's time zone: `15:00`. */
export function clockTime(instant: string | number): string {
  const at = new Date(instant);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** `Today 15:00`, `Tomorrow 12:30`, `Sat 15:00` within six days, otherwise `Sat 6 Dec, 15:00`. In the viewer's time zone. */
export function kickOff(instant: string, now: number): string {
  const at = new Date(instant);
  const days = daysUntil(at, now);
  if (days === 0) return words.todayTime({ time: clockTime(instant) });
  if (days === 1) return words.tomorrowTime({ time: clockTime(instant) });
  if (days === -1) return words.yesterdayTime({ time: clockTime(instant) });
  const name = shortWeekdayOf(at);
  if (Math.abs(days) < 7) return `${name} ${clockTime(instant)}`;
  return `${name} ${shortDate(instant)}, ${clockTime(instant)}`;
}

/** `kickOff` within a sentence: `today 15:00`, `Sat 15:00`. */
export function kickOffInSentence(instant: string, now: number): string {
  const text = kickOff(instant, now);
  const isNamedByToday = Math.abs(daysUntil(new Date(instant), now)) <= 1;
  return isNamedByToday ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** `Saturday 21 November`, in the viewer's time zone. */
export function matchDay(instant: string | number): string {
  const at = new Date(instant);
  return `${weekdayOf(at)} ${dayOfMonth(at.getDate())} ${monthOf(at)}`;
}

/** What is known of a match; a part of a page that has not loaded all of it shows no postponed matches. */
export type Postponable = Partial<Pick<MatchRow, "status" | "kickoff_confirmed" | "day_time_zone">>;

/**
 * Whether an upcoming match has no day any more: its kick-off is not confirmed, and neither is its day. `match_date` is then
 * the old one. `private.is_on_its_day` has the same rule.
 */
export function isPostponed({ status, kickoff_confirmed, day_time_zone }: Postponable): boolean {
  return status === "upcoming" && kickoff_confirmed === false && day_time_zone === null;
}

/** A match's kick-off, or only its day while the time is to be confirmed. */
export interface Scheduled extends Postponable {
  kickoff_at: string;
  kickoff_confirmed: boolean;
  /** `2026-11-21`: the announced day while the time is to be confirmed, wherever the viewer is. */
  match_date: string;
}

/**
 * `Saturday 21 November`: in the viewer's time zone, or the announced day while the time is to be confirmed. `Postponed` without
 * a day.
 */
export function dayOfMatch(match: Scheduled): string {
  if (isPostponed(match)) return words.postponed;
  const { kickoff_at, kickoff_confirmed, match_date } = match;
  // A date with a time and without a zone is in the viewer's zone.
  return matchDay(kickoff_confirmed ? kickoff_at : `${match_date}T12:00`);
}

/** `21 November 2026`. */
export function longDate(instant: string | number): string {
  const at = new Date(instant);
  return `${dayOfMonth(at.getDate())} ${monthOf(at)} ${at.getFullYear()}`;
}

/** `21 Nov`. */
export function shortDate(instant: string | number): string {
  const at = new Date(instant);
  return `${dayOfMonth(at.getDate())} ${shortMonths[at.getMonth()] ?? ""}`;
}

/** Whether an instant is on the present day, in the viewer's time zone. */
export function isToday(instant: string, now: number): boolean {
  return startOfDay(new Date(instant)) === startOfDay(new Date(now));
}

function daysUntil(at: Date, now: number): number {
  return Math.round((startOfDay(at) - startOfDay(new Date(now))) / day);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
