import { expect, it } from "vitest";
import { firstToDo, isPutAway, stateOf, steps, withoutStep } from "./set-up-steps.ts";

const empty = {
  matches: 0,
  teams: 0,
  members: 0,
  codes: 0,
  test_email: null,
  tested_at: null,
  email: null,
  put_away: "",
  next_home: null,
  next_away: null,
  next_kickoff_at: null,
};

it("has four steps to do in an empty club", () => {
  expect(steps.map((step) => stateOf(step, empty))).toEqual(["open", "open", "open", "open"]);
  expect(firstToDo(empty)).toBe("fixtures");
});

it("takes a step as done with the first match, member or code, and the first email that was taken", () => {
  const full = { ...empty, matches: 1, members: 1, codes: 1, test_email: "sent" };
  expect(steps.map((step) => stateOf(step, full))).toEqual(["done", "done", "done", "done"]);
  expect(firstToDo(full)).toBeNull();
  for (const outcome of ["outbox", "failed"])
    expect(stateOf("mail", { ...full, test_email: outcome })).toBe("open");
});

it("puts away a step once, and the whole list", () => {
  const without = { ...empty, put_away: withoutStep(empty, "codes") };
  expect(stateOf("codes", without)).toBe("skipped");
  expect(withoutStep(without, "mail")).toBe("codes,mail");
  expect(withoutStep(without, "codes")).toBe("codes");
  expect(isPutAway(without)).toBe(false);
  expect(isPutAway({ ...without, put_away: withoutStep(without, "all") })).toBe(true);
});
