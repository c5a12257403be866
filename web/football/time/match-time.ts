/** Beside kick-off.ts, because Home does not need it before its first paint. */
import { kickOff, type Scheduled } from "./kick-off.ts";

/** As `kickOff`; while the time is to be confirmed only the day: `Today`, `Tomorrow`, `Sat`, `Sat 6 Dec`. */
export function kickOffOf({ kickoff_at, kickoff_confirmed, match_date }: Scheduled, now: number): string {
  return kickoff_confirmed
    ? kickOff(kickoff_at, now)
    : kickOff(`${match_date}T12:00`, now).replace(/,? [\d:]+$/, "");
}
