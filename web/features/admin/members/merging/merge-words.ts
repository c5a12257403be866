import type { AccountFacts, MergePlan } from "../../../../backend/types/member-rows.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { lastDay } from "../../../../football/time/club-day.ts";
import { plural } from "../../../../ui/text/plural.ts";

/** The name of an account, or what else identifies it. */
export function accountName({ name, email, phone }: Pick<AccountFacts, "name" | "email" | "phone">): string {
  return name ?? email ?? phone ?? "Player";
}

/** What the kept account gets, and what it does not, one sentence each. */
export function mergeEffects(plan: MergePlan, timeZone: string): string[] {
  const { keep, remove, predictions, payments, codes, honours, groups } = plan;
  const effects = [`The kept account gets ${plural(predictions, "prediction")}, with points and log.`];
  for (const { type, expires_at, both } of plan.subscriptions) {
    const name = competitionWithId(type)?.name ?? type;
    const until = lastDay(expires_at, timeZone);
    effects.push(
      both
        ? `Both subscribe to the ${name}. The longer subscription stays, until ${until}.`
        : `The kept account gets the ${name} subscription, until ${until}.`,
    );
  }
  if (payments + codes > 0)
    effects.push(`The kept account gets ${plural(payments, "payment")} and ${plural(codes, "used code")}.`);
  for (const { name, is_owner, both } of groups) {
    const joins = both
      ? `Both are in the group ${name}. One membership stays`
      : `The kept account joins the group ${name}`;
    effects.push(is_owner ? `${joins}, and owns it.` : `${joins}.`);
  }
  if (honours > 0) effects.push(`The kept account gets ${plural(honours, "win")} of matchdays and months.`);
  if (remove.is_admin && !keep.is_admin)
    effects.push("The removed account is an admin. The role does not move.");
  effects.push(
    `The account that signs in with ${signInOf(remove)} is closed at once and deleted after 24 hours. ${accountName(keep)} signs in with ${signInOf(keep)}.`,
  );
  return effects;
}

/** The email, or the phone number of an account without one. */
export function signInOf({ email, phone }: AccountFacts): string {
  return email ?? phone ?? "another service";
}
