/**
 * Checks the cost of nested embeds. They multiply: three lists in one request can produce a hundred million rows, which
 * PostgreSQL would build in memory until the time limit. So its planner estimates the cost first. Supabase's
 * plan_filter extension does the same; the error code comes from it.
 */
import type { Caller, Database, Statement } from "../../database/database.ts";
import { tooCostly } from "../errors.ts";
import type { SelectItem } from "../request/types.ts";

/** In the planner's units: about a second, or ten megabytes of response. */
const COST_LIMIT = 500_000;

/** True for two or more embedded resources. */
export function needsCostCheck(select: readonly SelectItem[]): boolean {
  return countEmbeds(select) > 1;
}

function countEmbeds(select: readonly SelectItem[]): number {
  return select.reduce((sum, item) => sum + (item.kind === "embed" ? 1 + countEmbeds(item.select) : 0), 0);
}

/** Throws 54001 if the statement would cost too much. The secret key is not limited. */
export async function refuseTooCostly(db: Database, caller: Caller, weighed: Statement): Promise<void> {
  if (caller.role === "service_role") return;
  const [explained] = await db.run(caller, [{ ...weighed, text: `explain (format json) ${weighed.text}` }]);
  const [{ Plan }] = JSON.parse(explained?.rows[0]?.[0] ?? "") as [{ Plan: { "Total Cost": number } }];
  if (Plan["Total Cost"] > COST_LIMIT) throw tooCostly();
}
