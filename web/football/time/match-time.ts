/** Beside kick-off.ts, because Home does not need it before its first paint. */
import * as words from "#words/football";
import { isPostponed } from "../rules/postponed.ts";
import { kickOff, kickOffInSentence, type Scheduled } from "./kick-off.ts";

/**
 * As `kickOff`; while the time is to be confirmed only the day: `Today`, `Tomorrow`, `Sat`, `Sat 6 Dec`. Without a new day
 * `Postponed, was Sat 6 Dec`. `written`: `kickOffInSentence` within one.
 */
export function kickOffOf(match: Scheduled, now: number, written = kickOff): string {
  if (match.kickoff_confirmed) return written(match.kickoff_at, now);
  const day = `${match.match_date}T12:00`;
  return isPostponed(match)
    ? words.postponedFrom({ date: dayIn(kickOffInSentence(day, now)) })
    : dayIn(written(day, now));
}

function dayIn(kickOff: string): string {
  return kickOff.replace(/,? [\d:]+$/, "");
}
