import * as words from "#words/admin-money";
import { paths } from "../../../../paths.ts";
import { planName } from "../../shared/plans/plan-rules.ts";

/**
 * The message that an organiser sends to a player. `origin`: of the club's page. The link names the plan, so that a visitor
 * reads what waits before the code is checked.
 */
export function codeMessage(
  { code, plan_type: plan }: { code: string; plan_type: string },
  brand: string,
  origin: string,
): string {
  return words.codeMessage({
    plan: planName(plan),
    brand,
    code,
    link: `${origin}${paths.subscriptions}?code=${code}&plan=${plan}`,
  });
}

export interface ExpiryPreset {
  label: string;
  date: string;
}

/**
 * The dates that codes usually end on. The season ends on 31 May, or with the club's last scheduled match if that is
 * later. `today` and `lastMatch` are dates such as `2026-11-21`; without a match `lastMatch` is null.
 */
export function expiryPresets(today: string, lastMatch: string | null): readonly ExpiryPreset[] {
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

/** A date as the calendar component represents it: midnight in the browser's time zone. */
export function dayOf(date: string): Date {
  return new Date(`${date}T00:00`);
}

/** The date of a day in the calendar component, independent of the time zone. */
export function dateOf(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
