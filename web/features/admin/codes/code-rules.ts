/** Plans that a code can open. */
export const plans = [
  { id: "premier_league", name: "Premier League" },
  { id: "fa_cup", name: "FA Cup" },
  { id: "league_cup", name: "League Cup" },
] as const;

/** As many as the database makes in one act. */
export const mostCodes = 100;

export function planName(id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? id;
}

/** What keeps a code from being generated, or null. `today` and `expiresOn` are dates, `2026-11-21`. */
export function problemWith(plan: string, expiresOn: string, today: string, howMany = 1): string | null {
  if (plan === "") return "Please select a subscription plan";
  if (expiresOn === "") return "Please select an expiry date";
  if (expiresOn < today) return "The expiry date cannot be in the past";
  return Number.isInteger(howMany) && howMany >= 1 && howMany <= mostCodes
    ? null
    : `Between 1 and ${mostCodes} codes can be made at once`;
}

/** The calendar day of a date, as the calendar holds days: midnight where the admin is. */
export function dayOf(date: string): Date {
  return new Date(`${date}T00:00`);
}

/** A calendar day as a date: the day that was pressed, whatever the time zone. */
export function dateOf(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
