import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { openedPlan } from "./plan-rules.ts";

export const loadPlan = async () => openedPlan((await dataOf(backend().rest.rpc("prizes")))[0]);

/** The plan as the form edits it. */
export const prizePlan = queryOptions({ queryKey: [subject.prizes, "plan"], queryFn: loadPlan });

/** The settled prizes, those that are owed first. */
export const settledPrizes = queryOptions({
  queryKey: [subject.prizes, "settled"],
  queryFn: () => dataOf(backend().rest.rpc("admin_prizes")),
});
