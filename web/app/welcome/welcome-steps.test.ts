import type { User } from "@supabase/auth-js";
import { expect, it } from "vitest";
import { nextStep, stepsThatApply } from "./welcome-steps.ts";

function member(fullName: string, provider?: string): User {
  return {
    id: "1",
    aud: "authenticated",
    created_at: "2026-08-01T00:00:00Z",
    app_metadata: provider ? { provider } : {},
    user_metadata: { full_name: fullName },
  };
}

const open = { may_predict: true };
const closed = { may_predict: false };

it.each([
  ["email", []],
  ["phone", []],
  [undefined, []],
  ["google", ["name"]],
])("who registered with %s is asked for the name: %j", (provider, steps) => {
  expect(
    stepsThatApply(member("Aisha", provider), { competitions: [open], match: null, hasPredicted: false }),
  ).toEqual(steps);
});

it("who has no name is asked for one", () => {
  expect(
    stepsThatApply(member(" ", "email"), { competitions: [open], match: null, hasPredicted: false }),
  ).toEqual(["name"]);
});

it("a code is asked for while a competition needs one, and a score while there is an open match and no pick", () => {
  const steps = (hasPredicted: boolean, match: object | null, ...competitions: (typeof open)[]) =>
    stepsThatApply(member("Aisha", "email"), { competitions, match, hasPredicted });
  expect(steps(false, {}, open, closed)).toEqual(["code", "match"]);
  expect(steps(true, {}, open, closed)).toEqual(["code"]);
  expect(steps(false, null, open, open)).toEqual([]);
});

it("each step is shown once", () => {
  expect(nextStep(["name", "code", "match"], ["code"])).toBe("name");
  expect(nextStep(["name", "code", "match"], ["name", "code"])).toBe("match");
  expect(nextStep(["code"], ["code"])).toBeNull();
});
