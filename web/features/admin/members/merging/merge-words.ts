import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import type { AccountFacts, MergePlan } from "../../../../backend/types/member-rows.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { lastDay } from "../../../../football/time/club-day.ts";

/** The name of an account, or what else identifies it. */
export function accountName({ name, email, phone }: Pick<AccountFacts, "name" | "email" | "phone">): string {
  return name ?? email ?? phone ?? footballWords.player;
}

/** What the kept account gets, and what it does not, one sentence each. */
export function mergeEffects(plan: MergePlan, timeZone: string): string[] {
  const { keep, remove, predictions, payments, codes, honours, groups } = plan;
  const effects = [words.keptGetsPredictions({ predictions })];
  if (plan.secret > 0) effects.push(words.openPredictionsDoNotMove({ predictions: plan.secret }));
  for (const { type, expires_at, both } of plan.subscriptions) {
    const name = competitionWithId(type)?.name ?? type;
    const until = lastDay(expires_at, timeZone);
    effects.push(
      both
        ? words.bothSubscribe({ competition: name, until })
        : words.keptGetsSubscription({ competition: name, until }),
    );
  }
  if (payments + codes > 0) effects.push(words.keptGetsPaymentsAndCodes({ payments, codes }));
  for (const { name, is_owner, both } of groups) {
    if (both) effects.push(is_owner ? words.bothAreInGroupAndOwn({ name }) : words.bothAreInGroup({ name }));
    else effects.push(is_owner ? words.keptJoinsAndOwnsGroup({ name }) : words.keptJoinsGroup({ name }));
  }
  if (honours > 0) effects.push(words.keptGetsWins({ wins: honours }));
  if (remove.is_admin && !keep.is_admin) effects.push(words.adminRoleDoesNotMove);
  effects.push(
    words.accountIsClosed({
      closed: signInOf(remove),
      name: accountName(keep),
      kept: signInOf(keep),
    }),
  );
  return effects;
}

/** The email, or the phone number of an account without one. */
export function signInOf({ email, phone }: AccountFacts): string {
  return email ?? phone ?? words.anotherService;
}
