import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../../backend/answer.ts";
import { backend } from "../../../backend/client.ts";
import { subject } from "../../../backend/query-keys.ts";
import type { PlanCodeRow } from "../../../backend/rows.ts";

/** The latest codes, newest first. */
export const latestCodes = queryOptions({
  queryKey: [subject.codes, "latest"],
  queryFn: () =>
    dataOf(backend().rest.from("plan_codes").select("*").order("created_at", { ascending: false }).limit(50)),
});

/** Makes one code for a plan, good until the end of the date (`2026-11-21`, club time). */
export function generateCode(plan: string, expiresOn: string): Promise<PlanCodeRow> {
  return dataOf(backend().rest.rpc("generate_plan_code", { plan_type: plan, expires_on: expiresOn }));
}
