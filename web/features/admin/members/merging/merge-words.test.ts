import { expect, test } from "vitest";
import type { AccountFacts, MergePlan } from "../../../../backend/types/member-rows.ts";
import { accountName, mergeEffects } from "./merge-words.ts";

const account = (facts: Partial<AccountFacts>): AccountFacts => ({
  id: "id",
  name: "Amina",
  email: null,
  phone: null,
  joined_at: "2026-01-01T00:00:00Z",
  last_sign_in_at: null,
  sign_ins: [],
  is_admin: false,
  predictions: 0,
  points: 0,
  ...facts,
});
const plan: MergePlan = {
  problem: null,
  problem_kind: null,
  keep: account({ email: "amina@example.com" }),
  remove: account({ phone: "+23057123456" }),
  predictions: 1,
  secret: 0,
  conflicts: [],
  subscriptions: [],
  payments: 0,
  codes: 0,
  groups: [],
  honours: 0,
};

test("a merge says what moves, and how the member signs in afterwards", () => {
  expect(mergeEffects(plan, "UTC")).toEqual([
    "The kept account gets 1 prediction, with points and log.",
    "The account that signs in with +23057123456 is closed at once and deleted after 24 hours. Amina signs in with amina@example.com.",
  ]);
});

test("a merge says what both accounts have", () => {
  const effects = mergeEffects(
    {
      ...plan,
      remove: account({ is_admin: true }),
      subscriptions: [
        { type: "fa_cup", expires_at: "2027-01-31T10:00:00Z", both: true },
        { type: "premier_league", expires_at: "2027-01-31T10:00:00Z", both: false },
      ],
      payments: 2,
      codes: 1,
      groups: [
        { name: "Office", is_owner: true, both: true },
        { name: "Family", is_owner: false, both: false },
      ],
      honours: 3,
    },
    "UTC",
  );
  expect(effects.slice(1, -1)).toEqual([
    "Both subscribe to the FA Cup. The longer subscription stays, until 31 January 2027.",
    "The kept account gets the Premier League subscription, until 31 January 2027.",
    "The kept account gets 2 payments and 1 used code.",
    "Both are in the group Office. One membership stays, and owns it.",
    "The kept account joins the group Family.",
    "The kept account gets 3 wins of matchdays and months.",
    "The removed account is an admin. The role does not move.",
  ]);
});

test("an account without a name is known by its email or phone number", () => {
  expect(accountName(account({ name: null, email: "a@example.com" }))).toBe("a@example.com");
  expect(accountName(account({ name: null, phone: "+23057123456" }))).toBe("+23057123456");
});
