/** Reads schedules of pg_cron: five fields of cron in UTC, `30 seconds`, or a name such as `@daily`. */

/** True if a job is due at `now`, which is given once a second, in milliseconds since the epoch. `last`: its last run. */
export type IsDue = (now: number, last: number) => boolean;

const MINUTE_MS = 60_000;
const NAMED: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAYS = "sun mon tue wed thu fri sat".split(" ");

/** The day of the month that stands for the last one. */
const LAST_DAY = 32;

/** Null if the schedule is not valid. */
export function readSchedule(text: string): IsDue | null {
  const given = text.trim().toLowerCase();
  const [, seconds] = /^(\d+) seconds?$/.exec(given) ?? [];
  if (seconds !== undefined) return (now, last) => now - last >= Number(seconds) * 1000;
  const fields = (NAMED[given] ?? given).split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const minutes = valuesOf(minute, 0, 59);
  const hours = valuesOf(hour, 0, 23);
  const days = valuesOf(day.replace("$", String(LAST_DAY)), 1, LAST_DAY);
  const months = valuesOf(month, 1, 12, MONTHS, 1);
  const weekdays = valuesOf(weekday, 0, 7, DAYS);
  if (!minutes || !hours || !days || !months || !weekdays) return null;
  if (weekdays.has(7)) weekdays.add(0);
  // As in cron, two limited fields of days are alternatives.
  const both = !day.startsWith("*") && !weekday.startsWith("*");
  return (now, last) => {
    if (Math.floor(now / MINUTE_MS) <= Math.floor(last / MINUTE_MS)) return false;
    const date = new Date(now);
    const isLast = new Date(now + 86_400_000).getUTCDate() === 1;
    const onDay = days.has(date.getUTCDate()) || (isLast && days.has(LAST_DAY) && day.includes("$"));
    const onWeekday = weekdays.has(date.getUTCDay());
    return (
      minutes.has(date.getUTCMinutes()) &&
      hours.has(date.getUTCHours()) &&
      months.has(date.getUTCMonth() + 1) &&
      (both ? onDay || onWeekday : onDay && onWeekday)
    );
  };
}

/** `*`, `5`, `1-5`, steps, `mon-fri` and lists of these. Null if a part is not valid. */
function valuesOf(
  field: string,
  min: number,
  max: number,
  names: readonly string[] = [],
  firstName = 0,
): Set<number> | null {
  const values = new Set<number>();
  const numberOf = (text: string) => {
    const named = names.indexOf(text);
    return named < 0 ? Number(text) : named + firstName;
  };
  for (const part of field.split(",")) {
    const found = /^(?:\*|([a-z]+|\d+)(?:-([a-z]+|\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!found) return null;
    const [, from, to, step] = found;
    const first = from === undefined ? min : numberOf(from);
    // A step after one number runs to the end, as in cron.
    const last = from === undefined || (to === undefined && step !== undefined) ? max : numberOf(to ?? from);
    const by = Number(step ?? 1);
    if (!(first >= min && last <= max && first <= last && by >= 1)) return null;
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return values;
}
