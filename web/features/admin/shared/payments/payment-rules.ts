import * as words from "#words/admin";
import { field } from "../../../../backend/edits/save-edit.ts";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { clubDate } from "../../../../football/time/club-day.ts";

/** The fields as the question about two edits shows them. */
export const paymentEditFields = [
  field<PaymentValues>(words.paidBy, ["payer", "payerId"], ({ payer }) => payer),
  field<PaymentValues>(words.amountRs, ["amount"]),
  field<PaymentValues>(words.how, ["method"], ({ method }) => methodLabel(method)),
  field<PaymentValues>(words.when, ["paidOn"], ({ paidOn }) => clubDate(paidOn)),
  field<PaymentValues>(words.remark, ["remark"]),
];

export const maxAmount = 1_000_000;

/** What the form has. `amount` is in rupees, NaN while the field is empty; `paidOn` is `2026-11-21`. */
export interface PaymentValues {
  payer: string;
  /** The member who was chosen as the payer; null for a name that was typed. */
  payerId: string | null;
  amount: number;
  method: string;
  paidOn: string;
  remark: string;
}

export function emptyPayment(today: string, payer = ""): PaymentValues {
  return { payer, payerId: null, amount: Number.NaN, method: "cash", paidOn: today, remark: "" };
}

/** What is wrong with the values, or null. The database refuses the same. */
export function problemWithPayment({ payer, amount, paidOn, remark }: PaymentValues, today: string) {
  if (payer.trim() === "" || payer.trim().length > 100) return words.enterWhoPaid;
  if (!Number.isInteger(amount) || amount < 1 || amount > maxAmount) return words.enterAnAmount;
  if (paidOn === "" || paidOn > today) return words.chooseTheDayOfPayment;
  if (remark.trim().length > 200) return words.remarkIsTooLong;
  return null;
}

/**
 * The function's argument. `member`: recorded as the payer if the form still has the member's name, and no other member was
 * chosen.
 */
export function paymentArgument(values: PaymentValues, member?: { id: string; name: string } | null) {
  return {
    payer_id: values.payerId ?? (member && values.payer.trim() === member.name ? member.id : null),
    payer_name: values.payer.trim(),
    amount_rs: values.amount,
    method: values.method,
    paid_on: values.paidOn,
    remark: values.remark.trim(),
  };
}

export type PaymentArgument = ReturnType<typeof paymentArgument>;
