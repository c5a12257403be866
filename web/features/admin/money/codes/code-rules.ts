import { textsFor } from "../../shared/reminders/member-texts.ts";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import { codeLink } from "../selling/sale-rules.ts";

/** The message that an organiser sends to a player. `origin`: of the club's page. */
export function codeMessage(
  { code, plan_type: plan }: { code: string; plan_type: string },
  brand: string,
  origin: string,
): string {
  return textsFor(null).code({ plan: planName(plan), brand, code, link: codeLink(code, plan, origin) });
}
