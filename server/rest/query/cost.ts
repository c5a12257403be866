/**
 * Checks the cost of nested embeds. They multiply: three lists in one request can produce a hundred million rows, which
 * PostgreSQL would build in memory until the time limit. So its planner estimates the cost first. Supabase's
 * plan_filter extension does the same; the error code comes from it.
 */
import type { Caller, Database, Statement } from "../../database/database.ts";
import { analyseNewTables, type TableName } from "../../database/migrations/statistics.ts";
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

interface PlanNode {
  "Total Cost": number;
  /** Only with `verbose`. */
  Schema?: string;
  "Relation Name"?: string;
  Plans?: readonly PlanNode[];
}

/** How long a statement that was found cheap is not planned again for its role: tables grow. */
const CHEAP_MS = 60_000;
/** How long a table is left alone after its analysis has failed. */
const RETRY_MS = 60_000;

/** Refuses statements by their planned cost. */
export class CostCheck {
  /** Analyses that run or have failed, by table. */
  readonly #analyses = new Map<string, { done: Promise<void>; until: number }>();

  /** Until when a statement, which prepared requests keep, is known to be cheap for a role. */
  readonly #cheap = new WeakMap<Statement, Map<string, number>>();

  constructor(
    private readonly db: Database,
    private readonly logError: (error: unknown) => void,
  ) {}

  /**
   * Throws 54001 if the statement would cost too much. The secret key is not limited. Without statistics the planner
   * takes a table of two rows for one of ten pages, so the tables of a refused statement are analysed if they have none,
   * and the statement is planned again.
   */
  async refuseTooCostly(caller: Caller, weighed: Statement): Promise<void> {
    const { role } = caller;
    const cheap = this.#cheap.get(weighed) ?? new Map<string, number>();
    if (role === "service_role" || (cheap.get(role) ?? 0) > performance.now()) return;
    if ((await this.#plan(caller, weighed, ""))["Total Cost"] > COST_LIMIT) {
      await this.#analyse(tablesOf(await this.#plan(caller, weighed, ", verbose")));
      const cost = (await this.#plan(caller, weighed, ""))["Total Cost"];
      if (cost > COST_LIMIT) throw tooCostly();
    }
    this.#cheap.set(weighed, cheap.set(role, performance.now() + CHEAP_MS));
  }

  async #plan(caller: Caller, weighed: Statement, options: string): Promise<PlanNode> {
    const text = `explain (format json${options}) ${weighed.text}`;
    // A cache of rows that repeat makes the plan cheaper, but not the response, which repeats them.
    const asCaller = { ...caller, settings: { ...caller.settings, enable_memoize: "off" } };
    const [explained] = await this.db.run(asCaller, [{ ...weighed, text }]);
    const [{ Plan }] = JSON.parse(explained?.rows[0]?.[0] ?? "") as [{ Plan: PlanNode }];
    return Plan;
  }

  /** Concurrent requests wait for the same analysis. A failed one is only logged. */
  async #analyse(tables: ReadonlyMap<string, TableName>): Promise<void> {
    const now = performance.now();
    const due = [...tables].filter(([key]) => (this.#analyses.get(key)?.until ?? 0) < now);
    if (due.length > 0) {
      const forget = () => {
        for (const [key] of due) this.#analyses.delete(key);
      };
      const names = due.map(([, name]) => name);
      const done = analyseNewTables(this.db, names).then(forget, this.logError);
      for (const [key] of due) this.#analyses.set(key, { done, until: now + RETRY_MS });
    }
    await Promise.all([...tables.keys()].map((key) => this.#analyses.get(key)?.done));
  }
}

/** The tables that a plan reads, also those behind views. */
function tablesOf(plan: PlanNode): Map<string, TableName> {
  const { Schema: schema, "Relation Name": table, Plans = [] } = plan;
  const own: [string, TableName][] =
    schema !== undefined && table !== undefined ? [[JSON.stringify([schema, table]), [schema, table]]] : [];
  return new Map([...own, ...Plans.flatMap((below) => [...tablesOf(below)])]);
}
