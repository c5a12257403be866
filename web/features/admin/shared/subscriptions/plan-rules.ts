import * as words from "#words/admin";

/** The plans that a code can activate. */
// not a text: names of competitions are not translated
export const plans = [
  { id: "premier_league", name: "Premier League" },
  { id: "fa_cup", name: "FA Cup" },
  { id: "league_cup", name: "League Cup" },
] as const;

/** The largest number of codes that the database generates in one request. */
export const maxCodes = 100;

export function planName(id: string): string {
  return plans.find((plan) => plan.id === id)?.name ?? id;
}

/** Why no code can be generated, or null. `today` and `expiresOn` are dates such as `2026-11-21`. */
export function problemWith(plan: string, expiresOn: string, today: string, count = 1): string | null {
  if (plan === "") return words.selectAPlan;
  if (expiresOn === "") return words.selectAnExpiryDate;
  if (expiresOn < today) return words.expiryDateIsPast;
  return Number.isInteger(count) && count >= 1 && count <= maxCodes
    ? null
    : words.numberOfCodes({ most: maxCodes });
}

/**
 * The days on which codes and subscriptions usually end. The season ends on 31 May, or with the club's last scheduled match if
 * that is later. Dates are such as `2026-11-21`; without a match `lastMatch` is null.
 */
export function lastDays(
  today: string,
  lastMatch: string | null,
): readonly { label: string; date: string }[] {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const mayEnds = `${month <= 5 ? year : year + 1}-05-31`;
  const date = (monthIndex: number, ofMonth: number) =>
    new Date(Date.UTC(year, monthIndex, ofMonth)).toISOString().slice(0, 10);
  return [
    { label: words.endOfSeason, date: lastMatch !== null && lastMatch > mayEnds ? lastMatch : mayEnds },
    { label: words.endOfMonth, date: date(month, 0) },
    { label: words.thirtyDays, date: date(month - 1, day + 30) },
  ];
}
