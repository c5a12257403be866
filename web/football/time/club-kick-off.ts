import * as words from "#words/football";
import type { MatchRow } from "../../backend/types/rows.ts";
import { clubDate, clubDay } from "./club-day.ts";
import { shortWeekdays } from "./kick-off.ts";

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
  const named =
    date.getUTCFullYear() === year
      ? `${shortWeekdays[date.getUTCDay()]} ${clubDay(match_date)}`
      : clubDate(match_date);
  return kickoff_confirmed ? `${named}, ${match_time.slice(0, 5)}` : words.dateToBeConfirmed({ date: named });
}
