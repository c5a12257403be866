import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { PlanCodeRow } from "../../../../backend/types/rows.ts";
import type { PaymentArgument } from "../../shared/payments/payment-rules.ts";

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
