import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SoldSubscriptionRow } from "../../../../backend/types/admin-rows.ts";
import type { SaleArgument } from "./sale-rules.ts";

export const owingPageSize = 20;

/** For each plan the latest amount that was paid for it, and how many paid codes and subscriptions run. */
export const planSales = queryOptions({
  queryKey: [subject.codes, "sales"],
  queryFn: () => dataOf(backend().rest.rpc("plan_sales")),
});

/** A page of members who owe a subscription, by name. */
export const owingMembers = (page: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "owing", page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("members_who_owe", {
          page_limit: owingPageSize,
          page_offset: page * owingPageSize,
        }),
      ),
    placeholderData: keepPreviousData,
  });

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
