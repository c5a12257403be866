import * as words from "#words/football";
import { clockTime, kickOff } from "./kick-off.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `40 sec ago`, `5 min ago`, `2 h ago`, `3 d ago`. */
export function timeAgo(at: string | number, now: number): string {
  const age = Math.max(0, now - new Date(at).getTime());
  if (age < 10 * second) return words.justNow;
  if (age < minute) return words.secondsAgo({ seconds: Math.floor(age / second) });
  if (age < hour) return words.minutesAgo({ minutes: Math.floor(age / minute) });
  return age < day
    ? words.hoursAgo({ hours: Math.floor(age / hour) })
    : words.daysAgo({ days: Math.floor(age / day) });
}

/** The time of an answer and its age: `14:03, 2 h ago`, `Sat 14:03, 2 d ago`, in the viewer's time zone. */
export function readAt(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const clock = isToday ? clockTime(at) : kickOff(new Date(at).toISOString(), now);
  return `${clock}, ${timeAgo(at, now)}`;
}
