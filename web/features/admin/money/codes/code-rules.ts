import * as words from "#words/admin-money";
import { paths } from "../../../../paths.ts";
import { planName } from "../../shared/plans/plan-rules.ts";

/**
 * The message that an organiser sends to a player. `origin`: of the club's page. The link names the plan, so that a visitor
 * reads what waits before the code is checked.
 */
export function codeMessage(
  { code, plan_type: plan }: { code: string; plan_type: string },
  brand: string,
  origin: string,
): string {
  return words.codeMessage({
    plan: planName(plan),
    brand,
    code,
    link: `${origin}${paths.subscriptions}?code=${code}&plan=${plan}`,
  });
}
