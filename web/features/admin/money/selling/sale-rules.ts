import * as words from "#words/admin-money";
import type { PlanSalesRow, SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { paths } from "../../../../paths.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { emptyPayment, problemWithPayment } from "../../shared/payments/payment-rules.ts";
import { dateInDigits, textsFor } from "../../shared/reminders/member-texts.ts";
import { planName, plans, problemWith } from "../../shared/subscriptions/plan-rules.ts";

/** The largest number of subscriptions that the database sells in one act. */
export const maxSales = 20;

/** A line of the form. `amount` is in rupees, NaN while it is empty. */
export interface SaleLine {
  /** Tells lines apart; a line keeps it. */
  key: number;
  name: string;
  /** The member who was chosen; null for a name from paper. */
  memberId: string | null;
  plan: string;
  amount: number;
  /** False while the amount is what is usual for the plan. */
  isAmountTyped: boolean;
  method: string;
  remark: string;
}

/** A line for another person, with the plan and the way to pay of the line before. */
export function nextLine(before: SaleLine): SaleLine {
  return { ...before, key: before.key + 1, name: "", memberId: null, remark: "" };
}

/** The first line. `sales`: what plans cost; undefined while it is not loaded. */
export function firstLine(sales: readonly PlanSalesRow[] | undefined): SaleLine {
  const plan = plans[0].id;
  return {
    key: 1,
    name: "",
    memberId: null,
    plan,
    amount: usualAmount(plan, sales),
    isAmountTyped: false,
    method: "cash",
    remark: "",
  };
}

/** The amount that was paid last for a plan, in rupees; NaN if none was. */
export function usualAmount(plan: string, sales: readonly PlanSalesRow[] | undefined): number {
  return sales?.find(({ plan_type }) => plan_type === plan)?.usual_amount_rs ?? Number.NaN;
}

/** The lines that have a person. A single line without one is included, so that the form says what is missing. */
export function linesToSell(lines: readonly SaleLine[]): readonly SaleLine[] {
  const named = lines.filter(({ name }) => name.trim() !== "");
  return named.length > 0 ? named : lines.slice(0, 1);
}

/** What is wrong with the first wrong line, and its key; or null. `today` and `until` are dates such as `2026-11-21`. */
export function problemWithSale(
  lines: readonly SaleLine[],
  until: string,
  today: string,
): { key: number; problem: string } | null {
  for (const { key, name, plan, amount, remark } of lines) {
    if (name.trim() === "") return { key, problem: words.choosePerson };
    const problem =
      problemWith(plan, until, today) ??
      problemWithPayment({ ...emptyPayment(today, name), amount, remark }, today);
    if (problem !== null) {
      return { key, problem: lines.length > 1 ? words.problemOf({ name: name.trim(), problem }) : problem };
    }
  }
  return null;
}

/** The rupees of all lines that have an amount. */
export function totalOf(lines: readonly SaleLine[]): number {
  return lines.reduce((sum, { amount }) => sum + (Number.isNaN(amount) ? 0 : amount), 0);
}

/** A line as the database takes it. `until`: the last day, in club time. */
export function saleArgument({ name, memberId, plan, amount, method, remark }: SaleLine, until: string) {
  return {
    plan_type: plan,
    expires_on: until,
    member_id: memberId,
    name: name.trim(),
    amount_rs: amount,
    method,
    remark: remark.trim(),
  };
}

export type SaleArgument = ReturnType<typeof saleArgument>;

interface Club {
  brand: string;
  timeZone: string;
  /** Of the club's page. */
  origin: string;
}

/** The address that redeems a code. It names the plan, so that a visitor reads what waits before the code is checked. */
export function codeLink(code: string, plan: string, origin: string): string {
  return `${origin}${paths.subscriptions}?code=${code}&plan=${plan}`;
}

/** The code with its link, and the receipt, in the member's language if the club knows it. */
export function saleText(sold: SoldSubscriptionRow, { brand, timeZone, origin }: Club): string {
  const texts = textsFor(sold.member_language);
  return [
    texts.code({
      plan: planName(sold.plan_type),
      brand,
      code: sold.code,
      link: codeLink(sold.code, sold.plan_type, origin),
    }),
    texts.validUntil({ date: dateInDigits(dayInZone(timeZone, sold.expires_at)) }),
    texts.receipt({
      number: String(sold.receipt_no),
      date: dateInDigits(sold.paid_on),
      amount: formatNumber(sold.amount_rs),
      name: sold.sold_to,
      method: sold.paid_by,
    }),
  ].join("\n");
}
