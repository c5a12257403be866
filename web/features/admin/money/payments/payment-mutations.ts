import { backend } from "../../../../backend/connection/client.ts";
import { ensureSuccess } from "../../../../backend/connection/response.ts";
import type { PaymentArgument } from "../../shared/payments/payment-rules.ts";
import type { PaymentColumns } from "./payment-queries.ts";

export function recordPayment(codeId: string, payment: PaymentArgument, requestKey: string): Promise<void> {
  return ensureSuccess(
    backend().rest.rpc("record_payment", { _code_id: codeId, payment, _request_key: requestKey }),
  );
}

/** Changes a payment if it is as it was seen; fails with SL016 otherwise. */
export function changePayment(id: string, payment: PaymentArgument, seen: PaymentColumns): Promise<void> {
  return ensureSuccess(
    backend().rest.rpc("change_payment", { _payment_id: id, payment, _seen: { ...seen } }),
  );
}

export function deletePayment(paymentId: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("delete_payment", { _payment_id: paymentId }));
}
