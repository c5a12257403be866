/** The steps of the welcome page, and what the device remembers about them. */
import type { User } from "@supabase/auth-js";
import { fullNameOf } from "../../session/session-store.ts";

export type WelcomeStep = "name" | "code" | "match";

interface Newcomer {
  competitions: readonly { may_predict: boolean }[];
  match: unknown;
  hasPredicted: boolean;
}

const steps = ["name", "code", "match"] as const;
const keyOf = (userId: string) => `scoreline-welcome/${userId}`;

/**
 * The steps that this member has a use for. Who registers here types the name; a provider may bring another one or none.
 */
export function stepsThatApply(user: User, { competitions, match, hasPredicted }: Newcomer): WelcomeStep[] {
  const { provider } = user.app_metadata;
  const applies = {
    name: !fullNameOf(user) || (provider !== undefined && provider !== "email" && provider !== "phone"),
    code: competitions.some((competition) => !competition.may_predict),
    match: match !== null && !hasPredicted,
  };
  return steps.filter((step) => applies[step]);
}

/** The first of these steps that has not been seen; null without one. */
export function nextStep(applying: readonly WelcomeStep[], seen: readonly WelcomeStep[]): WelcomeStep | null {
  return applying.find((step) => !seen.includes(step)) ?? null;
}

/** The steps that this member has answered or skipped on this device. */
export function stepsSeen(userId: string): WelcomeStep[] {
  const stored = localStorage.getItem(keyOf(userId))?.split(" ") ?? [];
  return steps.filter((step) => stored.includes(step));
}

export function rememberStep(userId: string, step: WelcomeStep): void {
  localStorage.setItem(keyOf(userId), [...stepsSeen(userId), step].join(" "));
}
