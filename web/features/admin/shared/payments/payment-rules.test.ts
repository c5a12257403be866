import { expect, it } from "vitest";
import { emptyPayment, maxAmount, paymentArgument, problemWithPayment } from "./payment-rules.ts";

const today = "2026-11-21";
const paid = { ...emptyPayment(today, "Aunt Rose"), amount: 250 };

it("accepts amounts from 1 to 1,000,000 rupees without cents", () => {
  for (const amount of [1, 250, maxAmount]) expect(problemWithPayment({ ...paid, amount }, today)).toBeNull();
  for (const amount of [0, 0.5, maxAmount + 1, Number.NaN])
    expect(problemWithPayment({ ...paid, amount }, today)).toMatch(/^Enter an amount/);
});

it("needs a payer and a day that is not in the future", () => {
  expect(problemWithPayment({ ...paid, payer: " " }, today)).toMatch(/^Enter who paid/);
  expect(problemWithPayment({ ...paid, paidOn: "2026-11-22" }, today)).toMatch(/^Choose the day/);
  expect(problemWithPayment({ ...paid, remark: "x".repeat(201) }, today)).toMatch(/^A remark/);
});

it("names the member while the form has the member's name", () => {
  const member = { id: "1", name: "Aunt Rose" };
  expect(paymentArgument(paid, member).payer_id).toBe("1");
  expect(paymentArgument({ ...paid, payer: "Uncle Bob" }, member).payer_id).toBeNull();
  expect(paymentArgument({ ...paid, payerId: "2" }, member).payer_id).toBe("2");
});
