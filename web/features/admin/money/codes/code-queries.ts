import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { PlanCodeRow } from "../../../../backend/types/rows.ts";
import type { PaymentArgument } from "../../shared/plans/payment-rules.ts";

export const codesPageSize = 20;

/** Null includes every state. */
export type CodeState = "unused" | "used" | "expired" | null;

/** A page of codes, newest first, each with the player who used it. `search`: digits of a code, or a player. */
export const codes = (state: CodeState, search: string, page: number) =>
  queryOptions({
    queryKey: [subject.codes, state, search, page],
    queryFn: ({ signal }) =>
      dataOf(
        backend()
          .rest.rpc("admin_plan_codes", {
            state,
            search,
            page_limit: codesPageSize,
            page_offset: page * codesPageSize,
          })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });

export interface NewCodes {
  plan: string;
  expiresOn: string;
  count: number;
  payment: PaymentArgument | null;
}

/**
 * Generates codes for a plan, valid until the end of the date (`2026-11-21`, club time). `payment`: recorded for each.
 * `requestKey`: with that of an earlier call, returns the codes of that call.
 */
export async function generateCodes(
  { plan, expiresOn, count, payment }: NewCodes,
  requestKey: string,
): Promise<PlanCodeRow[]> {
  const { rest } = backend();
  const code = { plan_type: plan, expires_on: expiresOn, _request_key: requestKey };
  if (payment) return dataOf(rest.rpc("generate_paid_plan_codes", { ...code, how_many: count, payment }));
  if (count > 1) return dataOf(rest.rpc("generate_plan_codes", { ...code, how_many: count }));
  return [await dataOf(rest.rpc("generate_plan_code", code))];
}

/** Makes an unused code invalid. */
export function revokeCode(code: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("revoke_plan_code", { code }));
}
