import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import type { RedemptionRow } from "../../backend/types/rows.ts";

/** The player's current and past subscriptions. */
export const mySubscriptions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "own"],
    meta: onDevice,
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("subscriptions")
          .select("*")
          .eq("user_id", userId)
          .order("expires_at", { ascending: false }),
      ),
  });

/** What was paid by the player, or for the player's codes and subscriptions, latest first. */
export const myPayments = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "payments"],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("my_payments")),
  });

/** Redeems a code. Resolves to the outcome, also for a refused code; throws only if the request fails. */
export async function redeemCode(code: string): Promise<RedemptionRow> {
  const rows = await dataOf(
    ownWrite(subject.subscriptions, backend().rest.rpc("redeem_plan_code", { code })),
  );
  const [row] = rows;
  // not a text: for developers
  if (!row) throw new Error("redeem_plan_code answered no row");
  return row;
}
