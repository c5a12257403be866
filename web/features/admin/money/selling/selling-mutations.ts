import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import type { SaleArgument } from "./sale-rules.ts";

/** Sells all lines or none. `requestKey`: with that of an earlier call, returns what that sold. */
export function sellSubscriptions(
  sales: readonly SaleArgument[],
  requestKey: string,
): Promise<SoldSubscriptionRow[]> {
  return dataOf(
    backend().rest.rpc("sell_subscriptions", {
      _sales: sales.map((sale) => ({ ...sale })),
      _request_key: requestKey,
    }),
  );
}

/** Records that an unused code was sent to a player. */
export function markCodeSent(id: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("mark_plan_code_sent", { code_id: id }));
}
