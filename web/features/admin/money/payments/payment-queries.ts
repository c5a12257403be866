import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPaymentRow, PaymentRow } from "../../../../backend/types/admin-rows.ts";
import type { PaymentValues } from "../../shared/payments/payment-rules.ts";

export type PaymentColumns = Pick<
  PaymentRow,
  "payer_id" | "payer_name" | "amount_rs" | "method" | "paid_on" | "remark"
>;

export const paymentsPageSize = 20;

const exportPageSize = 1000;

/** Null or "" includes everything. `month`: its first day. */
export interface PaymentFilter {
  paid: boolean | null;
  plan: string;
  method: string;
  month: string;
}

function pageOf({ paid, plan, method, month }: PaymentFilter, limit: number, offset: number) {
  return dataOf(
    backend().rest.rpc("admin_payments", {
      paid,
      plan: plan || null,
      method: method || null,
      month: month || null,
      page_limit: limit,
      page_offset: offset,
    }),
  );
}

/** A page of payments and unpaid codes, latest first. */
export const payments = (filter: PaymentFilter, page: number) =>
  queryOptions({
    queryKey: [subject.codes, "payments", filter, page],
    queryFn: () => pageOf(filter, paymentsPageSize, page * paymentsPageSize),
    placeholderData: keepPreviousData,
  });

/** The payments of each competition and month, latest month first. */
export const paymentTotals = queryOptions({
  queryKey: [subject.codes, "payment totals"],
  queryFn: () => dataOf(backend().rest.rpc("payment_totals")),
});

/** All rows of the filter, for the download. */
export async function allPayments(filter: PaymentFilter): Promise<AdminPaymentRow[]> {
  const rows: AdminPaymentRow[] = [];
  for (;;) {
    const page = await pageOf(filter, exportPageSize, rows.length);
    rows.push(...page);
    if (page.length < exportPageSize) return rows;
  }
}

/** A payment as the form opens it. */
export function openedPayment(row: PaymentColumns): Loaded<PaymentValues, PaymentColumns> {
  const { payer_id, payer_name, amount_rs, method, paid_on, remark } = row;
  return {
    values: {
      payer: payer_name,
      payerId: payer_id,
      amount: amount_rs,
      method,
      paidOn: paid_on,
      remark: remark ?? "",
    },
    seen: { payer_id, payer_name, amount_rs, method, paid_on, remark },
  };
}

export async function loadPayment(id: string): Promise<Loaded<PaymentValues, PaymentColumns>> {
  return openedPayment(await dataOf(backend().rest.from("payments").select("*").eq("id", id).single()));
}
