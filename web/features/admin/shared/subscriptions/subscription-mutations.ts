import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { PaymentArgument } from "../payments/payment-rules.ts";

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
