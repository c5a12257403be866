import { expect, it } from "vitest";
import type { SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import { firstLine, linesToSell, nextLine, problemWithSale, saleText, totalOf } from "./sale-rules.ts";

const sales = [{ plan_type: "premier_league", usual_amount_rs: 500, running: 3 }];
const devi = { ...firstLine(sales), name: "Devi Khan", memberId: "1" };

it("begins with the amount that was paid last for the plan, and without one if none was", () => {
  expect(firstLine(sales).amount).toBe(500);
  expect(firstLine([{ plan_type: "premier_league", usual_amount_rs: null, running: 0 }]).amount).toBeNaN();
  expect(firstLine(undefined).amount).toBeNaN();
});

it("keeps the plan, the amount and the way to pay for another person", () => {
  const next = nextLine({ ...devi, method: "juice", remark: "at the ground" });
  expect(next).toEqual({ ...devi, key: 2, name: "", memberId: null, method: "juice", remark: "" });
});

it("sells the lines that have a person, and asks for one without any", () => {
  const empty = nextLine(devi);
  expect(linesToSell([devi, empty])).toEqual([devi]);
  expect(linesToSell([empty])).toEqual([empty]);
  expect(problemWithSale([empty], "2000-05-31", "2000-05-31")?.problem).toBe(
    "Choose a member or enter a name.",
  );
});

it("names the person of a wrong line among several", () => {
  const wrong = { ...nextLine(devi), name: "Aunt Rose", amount: 0 };
  expect(problemWithSale([devi, wrong], "2000-05-31", "2000-05-31")).toEqual({
    key: 2,
    problem: expect.stringMatching(/^Aunt Rose: .*amount/i),
  });
  expect(problemWithSale([devi], "2000-05-30", "2000-05-31")?.problem).toBe(
    "The expiry date cannot be in the past",
  );
  expect(problemWithSale([devi], "2000-05-31", "2000-05-31")).toBeNull();
});

it("adds up the amounts that are filled in", () => {
  expect(totalOf([devi, { ...devi, amount: Number.NaN }, { ...devi, amount: 250 }])).toBe(750);
});

it.each([
  [
    "en",
    "Your FA Cup code for Our Club: 7124211. Redeem it here: https://club.example/subscriptions?code=7124211&plan=fa_cup\nIt is valid until 31/05/2027.\nReceipt No. 147, 30/11/2026: Rs 1,500 received from Devi Khan, Juice.",
  ],
  [
    "fr",
    "Votre code FA Cup pour Our Club : 7124211. Utilisez-le ici : https://club.example/subscriptions?code=7124211&plan=fa_cup\nIl est valable jusqu’au 31/05/2027.\nReçu nº 147, 30/11/2026 : Rs 1,500 de Devi Khan, Juice.",
  ],
])("writes the code and the receipt in the member's language: %s", (member_language, text) => {
  const sold: SoldSubscriptionRow = {
    code_id: "1",
    code: "7124211",
    plan_type: "fa_cup",
    expires_at: "2027-05-31T19:59:59Z",
    member_id: "1",
    sold_to: "Devi Khan",
    phone_number: null,
    member_language,
    receipt_no: 147,
    amount_rs: 1500,
    paid_by: "juice",
    paid_on: "2026-11-30",
  };
  const club = { brand: "Our Club", timeZone: "Indian/Mauritius", origin: "https://club.example" };
  // French has spaces that do not break.
  expect(saleText(sold, club).replace(/\u00a0/g, " ")).toBe(text);
});
