import type { MatchRow } from "../../../backend/rows.ts";

const day = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Date and time as the club's clock has them: organisers type them, so they read them the same way. */
export function clubKickOff({ match_date, match_time, kickoff_confirmed }: MatchRow): string {
  const date = day.format(new Date(`${match_date}T00:00:00Z`)).replace(",", "");
  return kickoff_confirmed ? `${date}, ${match_time.slice(0, 5)}` : `${date}, time to be confirmed`;
}
