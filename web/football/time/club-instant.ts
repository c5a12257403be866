import { TZDateMini } from "@date-fns/tz/date/mini";

declare const Temporal:
  | {
      PlainDateTime: {
        from(dateTime: string): { toZonedDateTime(timeZone: string): { epochMilliseconds: number } };
      };
    }
  | undefined;

/** The instant of a date and time in the club's time zone (`2026-08-15`, `20:00`); null if they are invalid. */
export function clubInstant(date: string, time: string, timeZone: string): string | null {
  const [, year, month, day] = /^(\d{4})-(0\d|1[0-2])-(\d{2})$/.exec(date)?.map(Number) ?? [];
  const [clock, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  if (!year || !month || !day || !clock) return null;
  if (typeof Temporal !== "undefined") {
    // The fallback uses Intl, whose first use loads language data and delays Home by 20 ms or more.
    try {
      const at = Temporal.PlainDateTime.from(`${date}T${clock}`).toZonedDateTime(timeZone);
      return new Date(at.epochMilliseconds).toISOString();
    } catch {
      return null;
    }
  }
  const at = new TZDateMini(year, month - 1, day, Number(hours), Number(minutes), timeZone);
  // A day that does not exist in its month overflows into the next month.
  return Number.isNaN(at.getTime()) || at.getDate() !== day ? null : new Date(at.getTime()).toISOString();
}
