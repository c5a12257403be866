import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { PaymentArgument } from "./payment-rules.ts";

export const subscriptionsOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "subscriptions", userId],
    queryFn: () => dataOf(backend().rest.from("subscriptions").select("*").eq("user_id", userId)),
  });

export interface GivenSubscription {
  type: string;
  /** The last day, such as `2026-11-21`, in club time. */
  expiresOn: string;
  payment: PaymentArgument | null;
}

/** With the `requestKey` of an earlier call, the payment is not recorded again. */
export function giveSubscription(
  userId: string,
  { type, expiresOn, payment }: GivenSubscription,
  requestKey: string,
) {
  const { rest } = backend();
  const subscription = { _user_id: userId, _type: type, _expires_on: expiresOn };
  return payment
    ? dataOf(rest.rpc("give_paid_subscription", { ...subscription, payment, _request_key: requestKey }))
    : dataOf(rest.rpc("give_subscription", subscription));
}

export function endSubscription(userId: string, type: string) {
  return dataOf(backend().rest.rpc("end_subscription", { _user_id: userId, _type: type }));
}

/** The club date of the last match that is scheduled, or null without one. */
export const lastMatchDate = queryOptions({
  queryKey: [subject.matches, "last date"],
  meta: managedMatches,
  queryFn: async () => {
    const scheduled = backend().rest.from("matches").select("match_date").neq("status", "cancelled");
    const [last] = await dataOf(scheduled.order("match_date", { ascending: false }).limit(1));
    return last?.match_date ?? null;
  },
});
