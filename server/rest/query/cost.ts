/**
 * Embedded lists multiply: three of them in one request can ask for a hundred million rows. PostgreSQL would build that
 * answer in memory until the time limit, so its planner is asked for the cost first. Supabase's plan_filter extension does
 * the same; the error code is its own.
 */
import type { Caller, Database, Statement } from "../../database/database.ts";
import { tooCostly } from "../errors.ts";
import type { SelectItem } from "../request/types.ts";

/** In the planner's units: about a second, or some ten megabytes of answer. */
const COST_LIMIT = 500_000;

/** Whether there is anything to multiply: two embedded resources or more. */
export function needsCostCheck(select: readonly SelectItem[]): boolean {
  return countEmbeds(select) > 1;
}

function countEmbeds(select: readonly SelectItem[]): number {
  return select.reduce((sum, item) => sum + (item.kind === "embed" ? 1 + countEmbeds(item.select) : 0), 0);
}

/** Throws 54001 when the statement would cost too much; the secret key is trusted to know. */
export async function refuseTooCostly(db: Database, caller: Caller, weighed: Statement): Promise<void> {
  if (caller.role === "service_role") return;
  const [explained] = await db.run(caller, [{ ...weighed, text: `explain (format json) ${weighed.text}` }]);
  const [{ Plan }] = JSON.parse(explained?.rows[0]?.[0] ?? "") as [{ Plan: { "Total Cost": number } }];
  if (Plan["Total Cost"] > COST_LIMIT) throw tooCostly(Plan["Total Cost"], COST_LIMIT);
}
