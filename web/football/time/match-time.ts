/** Beside kick-off.ts, because Home does not need it before its first paint. */
import * as words from "#words/football";
import {
  clockTime,
  isPostponed,
  kickOff,
  kickOffInSentence,
  type Scheduled,
  shortDate,
  shortWeekdayOf,
} from "./kick-off.ts";

const day = 86_400_000;

/**
 * As `kickOff`; while the time is to be confirmed only the day: `Today`, `Tomorrow`, `Sat`, `Sat 6 Dec`. Without a new day
 * `Postponed, was Sat 6 Dec`. `written`: `kickOffInSentence` within one.
 */
export function kickOffOf(match: Scheduled, now: number, written = kickOff): string {
  if (match.kickoff_confirmed) return written(match.kickoff_at, now);
  const noon = `${match.match_date}T12:00`;
  return isPostponed(match)
    ? words.postponedFrom({ date: dayIn(kickOffInSentence(noon, now)) })
    : dayIn(written(noon, now));
}

function dayIn(kickOff: string): string {
  return kickOff.replace(/,? [\d:]+$/, "");
}

/** `kickOff` with the year if it is not this year: `Sat 6 Dec 2027, 15:00`. */
export function countdownEnd(instant: string, now: number): string {
  const at = new Date(instant);
  if (at.getFullYear() === new Date(now).getFullYear() || Math.abs(at.getTime() - now) < 6 * day)
    return kickOff(instant, now);
  return `${shortWeekdayOf(at)} ${shortDateWithYear(instant)}, ${clockTime(instant)}`;
}

/** `21 Nov 2026`. */
export function shortDateWithYear(instant: string | number): string {
  return `${shortDate(instant)} ${new Date(instant).getFullYear()}`;
}

/**
 * The minute of a live match, estimated from its kick-off with an interval of fifteen minutes: `67'`, `45+'`, `90+'`.
 * Used when the provider does not report the minute.
 */
export function liveMinute(kickoffAt: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(kickoffAt)) / 60_000) + 1;
  if (minutes < 1) return "";
  if (minutes <= 45) return `${minutes}'`;
  if (minutes <= 60) return "45+'";
  return minutes <= 105 ? `${minutes - 15}'` : "90+'";
}
