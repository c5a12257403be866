const hour = 3_600_000;
const day = 24 * hour;

/** The last hour before the lock: the only time a countdown turns amber. */
export function isLastHour(locksAt: string, now: number): boolean {
  const left = Date.parse(locksAt) - now;
  return left > 0 && left <= hour;
}

/** Time left as people read it: `4 d 8 h`, `3 h 12 min`, `42 min`, `50 sec`; empty when there is none. */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now;
  if (left <= 0) return "";
  if (left >= day) return `${Math.floor(left / day)} d ${Math.floor((left % day) / hour)} h`;
  if (left >= hour) return `${Math.floor(left / hour)} h ${Math.floor((left % hour) / 60_000)} min`;
  if (left >= 60_000) return `${Math.floor(left / 60_000)} min`;
  return `${Math.ceil(left / 1_000)} sec`;
}

/** When `timeLeft` reads otherwise: each hour from days away, each minute from hours, each second in the last minute. */
export function timeLeftChanges(until: string, now: number): number {
  const left = Date.parse(until) - now;
  if (left <= 0) return Number.POSITIVE_INFINITY;
  // Seconds are rounded up, the rest down: those change a millisecond after the full minute or hour.
  if (left < 60_000) return now + (left % 1_000 || 1_000);
  return now + (left % (left >= day ? hour : 60_000)) + 1;
}

/** The viewer's next midnight: when `Today` becomes `Yesterday`. */
export function midnightAfter(now: number): number {
  const at = new Date(now);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

/** Time left for a screen reader: `1 day 2 hours`. */
export function timeLeftInWords(until: string, now: number): string {
  const left = Math.max(0, Date.parse(until) - now);
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  if (left >= day)
    return `${plural(Math.floor(left / day), "day")} ${plural(Math.floor((left % day) / hour), "hour")}`;
  if (left >= hour)
    return `${plural(Math.floor(left / hour), "hour")} ${plural(Math.floor((left % hour) / 60_000), "minute")}`;
  return plural(Math.ceil(left / 60_000), "minute");
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const fullDay = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const fullDate = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** The viewer's clock time, `15:00`. */
export function clockTime(instant: string | number): string {
  return clock.format(new Date(instant));
}

/** `Today 15:00`, `Tomorrow 12:30`, `Sat 15:00` within six days, `Sat 6 Dec, 15:00` beyond. The viewer's own time. */
export function kickOff(instant: string, now: number): string {
  const at = new Date(instant);
  const days = Math.round((startOfDay(at) - startOfDay(new Date(now))) / day);
  if (days === 0) return `Today ${clockTime(instant)}`;
  if (days === 1) return `Tomorrow ${clockTime(instant)}`;
  if (days === -1) return `Yesterday ${clockTime(instant)}`;
  const name = weekday.format(at);
  if (Math.abs(days) < 7) return `${name} ${clockTime(instant)}`;
  return `${name} ${dayAndMonth.format(at)}, ${clockTime(instant)}`;
}

/** `Saturday 21 November`, the viewer's own day. */
export function matchDay(instant: string | number): string {
  return fullDay.format(new Date(instant));
}

/** `21 November 2026`. */
export function longDate(instant: string | number): string {
  return fullDate.format(new Date(instant));
}

/** `21 Nov`. */
export function shortDate(instant: string | number): string {
  return dayAndMonth.format(new Date(instant));
}

const calendarDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const calendarDate = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A date of the club's calendar, `2026-11-21`, as it stands wherever it is read: `21 Nov`. */
export function clubDay(date: string): string {
  return calendarDay.format(new Date(date));
}

/** The same with its year: `21 Nov 2026`. */
export function clubDate(date: string): string {
  return calendarDate.format(new Date(date));
}

/** The place a time zone is named after, the viewer's own by default: `Indian/Mauritius` is `Mauritius`. */
export function placeOf(zone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return zone === "UTC" ? "UTC" : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/**
 * The minute of a live match, reckoned from its kick-off with a fifteen-minute interval: `67'`, `45+'`, `90+'`. Nobody
 * feeds the real minute, so this is what a spectator's watch would say.
 */
export function liveMinute(kickoffAt: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(kickoffAt)) / 60_000) + 1;
  if (minutes < 1) return "";
  if (minutes <= 45) return `${minutes}'`;
  if (minutes <= 60) return "45+'";
  return minutes <= 105 ? `${minutes - 15}'` : "90+'";
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
