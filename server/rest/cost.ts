/**
 * Lists within lists multiply: three of them in one address can ask for a hundred million rows. The planner
 * estimates the cost of such a read before it runs, because PostgreSQL would build the whole answer in memory. Supabase's
 * plan_filter does the same; this answers with its error code.
 */
import type { Caller, Database, Statement } from "../database/database.ts";
import { tooCostly } from "./errors.ts";
import type { SelectItem } from "./request/types.ts";

/** In the planner's units: about a second, or some ten megabytes of answer. */
const COST_LIMIT = 500_000;

/** Whether there is anything to multiply: two embedded resources or more. */
export function multiplies(select: readonly SelectItem[]): boolean {
  return embedsIn(select) > 1;
}

function embedsIn(select: readonly SelectItem[]): number {
  return select.reduce((sum, item) => sum + (item.kind === "embed" ? 1 + embedsIn(item.select) : 0), 0);
}

/** Throws 54001 when the statement would cost too much; the secret key is trusted to know. */
export async function refuseTooCostly(db: Database, caller: Caller, weighed: Statement): Promise<void> {
  if (caller.role === "service_role") return;
  const [explained] = await db.run(caller, [{ ...weighed, text: `explain (format json) ${weighed.text}` }]);
  const [{ Plan }] = JSON.parse(explained?.rows[0]?.[0] ?? "") as [{ Plan: { "Total Cost": number } }];
  if (Plan["Total Cost"] > COST_LIMIT) throw tooCostly(Plan["Total Cost"], COST_LIMIT);
}
