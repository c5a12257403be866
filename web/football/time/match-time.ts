/** Beside kick-off.ts, because Home does not need it before its first paint. */
import { kickOff, type Scheduled } from "./kick-off.ts";

/** As `kickOff`; while the time is to be confirmed only the day: `Today`, `Tomorrow`, `Sat`, `Sat 6 Dec`. `written`: `kickOffInSentence` within one. */
export function kickOffOf(
  { kickoff_at, kickoff_confirmed, match_date }: Scheduled,
  now: number,
  written = kickOff,
): string {
  return kickoff_confirmed
    ? written(kickoff_at, now)
    : written(`${match_date}T12:00`, now).replace(/,? [\d:]+$/, "");
}
