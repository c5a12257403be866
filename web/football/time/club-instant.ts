import { TZDateMini } from "@date-fns/tz/date/mini";

declare const Temporal:
  | {
      PlainDateTime: {
        from(dateTime: string): { toZonedDateTime(timeZone: string): { epochMilliseconds: number } };
      };
    }
  | undefined;

/** The instant of a club-local date and time (`2026-08-15`, `20:00`); null when they are none. */
export function clubInstant(date: string, time: string, timeZone: string): string | null {
  const [, year, month, day] = /^(\d{4})-(0\d|1[0-2])-(\d{2})$/.exec(date)?.map(Number) ?? [];
  const [clock, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  if (!year || !month || !day || !clock) return null;
  if (typeof Temporal !== "undefined") {
    // Intl, behind the other way, reads the tables of a language at its first use: 20 ms and more before Home is drawn.
    try {
      const at = Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(timeZone);
      return new Date(at.epochMilliseconds).toISOString();
    } catch {
      return null;
    }
  }
  const at = new TZDateMini(year, month - 1, day, Number(hours), Number(minutes), timeZone);
  // A day that its month does not have would be one of the next.
  return Number.isNaN(at.getTime()) || at.getDate() !== day ? null : new Date(at.getTime()).toISOString();
}
