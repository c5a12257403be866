import type { ClubSetUpRow } from "../../../../backend/types/admin-rows.ts";

/** The steps in their order, by their names in the setting `set_up`. */
export const steps = ["fixtures", "members", "codes", "mail"] as const;
export type Step = (typeof steps)[number];

const all = "all";

/** `done`: there is what the step is for. `skipped`: an organiser has put it away. */
export type StepState = "done" | "skipped" | "open";

export function stateOf(step: Step, facts: ClubSetUpRow): StepState {
  if (isDone(step, facts)) return "done";
  return skipped(facts).includes(step) ? "skipped" : "open";
}

function isDone(step: Step, facts: ClubSetUpRow): boolean {
  switch (step) {
    case "fixtures":
      return facts.matches > 0;
    case "members":
      return facts.members > 0;
    case "codes":
      return facts.codes > 0;
    case "mail":
      return facts.test_email === "sent";
  }
}

/** The first step to do, which is open at first; null if none is left. */
export function firstToDo(facts: ClubSetUpRow): Step | null {
  return steps.find((step) => stateOf(step, facts) === "open") ?? null;
}

/** Whether an organiser has put the whole list away. */
export function isPutAway(facts: ClubSetUpRow): boolean {
  return facts.put_away === all;
}

/** The setting after the step, or the whole list, is put away. */
export function withoutStep(facts: ClubSetUpRow, step: Step | typeof all): string {
  return step === all ? all : [...new Set([...skipped(facts), step])].join(",");
}

function skipped({ put_away }: ClubSetUpRow): string[] {
  return put_away.split(",").filter(Boolean);
}
