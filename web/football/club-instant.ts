import { TZDateMini } from "@date-fns/tz/date/mini";

/** The instant of a club-local date and time (`2026-08-15`, `20:00`); null when they are none. */
export function clubInstant(date: string, time: string, timeZone: string): string | null {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const clock = /^(\d{2}):(\d{2})/.exec(time);
  if (!day || !clock) return null;
  const at = new TZDateMini(
    Number(day[1]),
    Number(day[2]) - 1,
    Number(day[3]),
    Number(clock[1]),
    Number(clock[2]),
    timeZone,
  );
  return Number.isNaN(at.getTime()) ? null : new Date(at.getTime()).toISOString();
}
