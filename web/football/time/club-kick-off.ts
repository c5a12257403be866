import * as words from "#words/football";
import type { MatchRow } from "../../backend/types/rows.ts";
import { clubDate, clubDay } from "./club-day.ts";
import { isPostponed, type Postponable, shortWeekdays } from "./kick-off.ts";

/**
 * Date and time as the club's clock has them: admins type them, so they read them the same way. The year shows only
 * where it is not `year`. Without a new date: `Postponed, was Sat 28 Nov`.
 */
export function clubKickOff(
  match: Pick<MatchRow, "match_date" | "match_time" | "kickoff_confirmed"> & Postponable,
  year: number,
): string {
  const { match_date, match_time, kickoff_confirmed } = match;
  const date = new Date(`${match_date}T00:00:00Z`);
  const named =
    date.getUTCFullYear() === year
      ? `${shortWeekdays[date.getUTCDay()]} ${clubDay(match_date)}`
      : clubDate(match_date);
  if (isPostponed(match)) return words.postponedFrom({ date: named });
  return kickoff_confirmed ? `${named}, ${match_time.slice(0, 5)}` : words.dateToBeConfirmed({ date: named });
}
