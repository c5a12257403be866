import * as words from "#words/football";
import { locale } from "#words/language";
import type { MatchRow } from "../../backend/types/rows.ts";

const zone = { timeZone: "UTC" } as const;
const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", ...zone });
const dayOfYear = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  ...zone,
});

/**
 * Date and time as the club's clock has them: admins type them, so they read them the same way. The year shows only
 * where it is not `year`.
 */
export function clubKickOff(
  {
    match_date,
    match_time,
    kickoff_confirmed,
  }: Pick<MatchRow, "match_date" | "match_time" | "kickoff_confirmed">,
  year: number,
): string {
  const date = new Date(`${match_date}T00:00:00Z`);
  const named = date.getUTCFullYear() === year ? day.format(date).replace(",", "") : dayOfYear.format(date);
  return kickoff_confirmed ? `${named}, ${match_time.slice(0, 5)}` : words.dateToBeConfirmed({ date: named });
}
