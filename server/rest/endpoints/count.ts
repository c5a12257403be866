/**
 * `Prefer: count=…`: exact counts the rows, planned uses the planner's estimate, estimated chooses the cheaper one. Where
 * a policy may hide rows, every count is exact, because the planner's statistics cover the hidden rows too.
 */
import type { Result, Statement } from "../../database/database.ts";
import type { EmbedNode, ReadNode } from "../plan/read-plan.ts";
import { countSql } from "../query/read.ts";
import type { Preferences } from "../request/preferences.ts";
import { cell } from "../response/answer.ts";
import { Parameters } from "../sql-text.ts";

/** The kind of count that reveals nothing about rows that the caller may not read. */
export function countKind(count: Preferences["count"], root: ReadNode): Preferences["count"] {
  return count !== null && mayHideRows(root) ? "exact" : count;
}

function mayHideRows({ table, children }: ReadNode): boolean {
  if (table === null || table.mayHideRows) return true;
  return children.some((child) => mayHideRows(child) || hasHidingJunction(child));
}

function hasHidingJunction({ relationship }: EmbedNode): boolean {
  return relationship.kind === "many-to-many" && relationship.junction.mayHideRows;
}

/** The total as a column of the main statement, or `null`. */
export function totalSql(
  count: Preferences["count"],
  root: ReadNode,
  maxRows: number,
  parameters: Parameters,
  source?: string,
): string {
  if (count === null || count === "planned") return "null";
  const limit = count === "estimated" ? ` limit ${maxRows + 1}` : "";
  return `(select count(*) from (${countSql(root, parameters, source)}${limit}) as n)`;
}

/** The planner's estimate as a separate statement. */
export function estimates(count: Preferences["count"], root: ReadNode): Statement[] {
  if (count !== "planned" && count !== "estimated") return [];
  const parameters = new Parameters();
  return [{ text: `explain (format json) ${countSql(root, parameters)}`, params: parameters.values }];
}

/** The total, from the count and, if requested, the estimate, which replaces an exact count above `maxRows`. */
export function totalOf(
  count: Preferences["count"],
  counted: string | null,
  estimate: Result | undefined,
  maxRows: number,
): number | null {
  if (count === null) return null;
  const exact = Number(counted ?? 0);
  if (count === "exact" || (count === "estimated" && exact <= maxRows)) return exact;
  const [plan] = JSON.parse(cell(estimate, 0) ?? "[]") as { Plan?: { "Plan Rows"?: number } }[];
  return Math.max(plan?.Plan?.["Plan Rows"] ?? 0, exact);
}
