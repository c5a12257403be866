import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import * as sessionWords from "#words/session";
import type { AdminPaymentRow, PaymentTotalRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { clubDate, clubMonth } from "../../../../football/time/club-day.ts";
import { useSession } from "../../../../session/session-store.ts";
import { DownloadButton } from "../../../../ui/forms/download-button.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { Pager } from "../../../../ui/pager.tsx";
import { download } from "../../../../ui/text/download.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { MethodOptions } from "../../shared/payments/payment-fields.tsx";
import { PlanOptions } from "../../shared/subscriptions/plan-options.tsx";
import { planName, plans } from "../../shared/subscriptions/plan-rules.ts";
import { DeletePaymentDialog } from "./delete-payment-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import {
  allPayments,
  type PaymentFilter,
  payments,
  paymentsPageSize,
  paymentTotals,
} from "./payment-queries.ts";
import "./payments.css";
import { DataTable } from "../../../../ui/data-table.tsx";

const everything: PaymentFilter = { paid: null, plan: "", method: "", month: "" };
const csvHead = [
  sessionWords.code,
  words.competition,
  words.member,
  words.paidBy,
  words.amountRs,
  words.how,
  words.paidOn,
  words.receipt,
  words.remark,
];

/** Payments and unpaid codes with filters, totals by competition and month, and a download. */
export function PaymentsSection() {
  const [filter, setFilter] = useState(everything);
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<AdminPaymentRow | null>(null);
  const totals = useQuery(paymentTotals);
  const list = useQuery(payments(filter, page));
  const total = list.data?.[0]?.total_count ?? 0;
  const narrow = (change: Partial<PaymentFilter>) => {
    setFilter({ ...filter, ...change });
    setPage(0);
  };
  const save = async () => {
    try {
      const [rows, { csvOf }] = await Promise.all([
        allPayments(filter),
        import("../../../../ui/text/csv.ts"),
      ]);
      download("scoreline-payments.csv", "text/csv;charset=utf-8", csvOf(csvHead, rows.map(cellsOf)));
    } catch {
      toast.error(words.failedToExportThePayments);
    }
  };
  return (
    <section className="payments" aria-labelledby="payments">
      <div className="section-head">
        <h2 id="payments">{words.payments}</h2>
        <p>{words.whoPaid}</p>
      </div>
      <FailedQueries title={words.failedToLoadPayments} queries={[totals, list]} />
      {totals.data && totals.data.length > 0 && <Totals rows={totals.data} />}
      <Filters filter={filter} months={monthsOf(totals.data ?? [])} onChange={narrow} />
      {list.isPending && <SkeletonRows count={5} height={44} label={words.loadingPayments} />}
      {list.data?.length === 0 && <EmptyState title={words.nothingHere}>{words.whatIsListedHere}</EmptyState>}
      {list.data && list.data.length > 0 && (
        <>
          <ul className="payment-list">
            {list.data.map((row) => (
              <PaymentLine key={row.payment_id ?? row.code_id} row={row} onOpen={() => setOpened(row)} />
            ))}
          </ul>
          <Pager page={page} pageSize={paymentsPageSize} total={total} list={list} onPage={setPage} />
          <DownloadButton save={save}>{words.exportPayments}</DownloadButton>
        </>
      )}
      {opened && <OpenedPayment row={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** An admin changes or deletes a payment; a helper deletes an own one. Both mark a code as paid. */
function OpenedPayment({ row, onClose }: { row: AdminPaymentRow; onClose: () => void }) {
  const { isAdmin } = useSession();
  if (isAdmin || row.payment_id === null) return <PaymentDialog row={row} onClose={onClose} />;
  return <DeletePaymentDialog paymentId={row.payment_id} onKeep={onClose} onDeleted={onClose} />;
}

function PaymentLine({ row, onOpen }: { row: AdminPaymentRow; onOpen: () => void }) {
  const { isAdmin } = useSession();
  const act = isAdmin ? words.change : words.deleteLabel;
  const what = row.code
    ? words.theCode({ code: row.code })
    : words.theSubscriptionOf({ member: row.member_name ?? words.aDeletedPlayer });
  const change = isAdmin ? words.changePaymentOf : words.deletePaymentOf;
  return (
    <li>
      <CompetitionBadge name={planName(row.plan_type)} />
      <div>
        <b>
          {row.payment_id ? words.amountInRupees({ amount: formatNumber(row.amount_rs ?? 0) }) : words.unpaid}
        </b>
        <span>{whatIsPaid(row)}</span>
        {row.payment_id && (
          <small>
            {[
              `${row.payer_name}, ${methodLabel(row.paid_by)}, ${clubDate(row.paid_on ?? "")}`,
              words.receiptNo({ number: row.receipt_no ?? "" }),
              row.remark,
            ]
              .filter(Boolean)
              .join(". ")}
          </small>
        )}
      </div>
      {(isAdmin || !row.payment_id || row.may_delete) && (
        <button
          type="button"
          className="btn secondary small"
          aria-label={row.payment_id ? change({ what }) : words.markAsPaidNamed({ what })}
          onClick={onOpen}
        >
          {row.payment_id ? act : words.markAsPaid}
        </button>
      )}
    </li>
  );
}

function whatIsPaid({ code, member_name: member }: AdminPaymentRow): string {
  if (code) return member ? words.codeOfMember({ code, member }) : words.codeNamed({ code });
  return member ? words.givenSubscriptionOf({ member }) : words.givenSubscription;
}

interface FiltersProps {
  filter: PaymentFilter;
  months: readonly string[];
  onChange: (change: Partial<PaymentFilter>) => void;
}

function Filters({ filter, months, onChange }: FiltersProps) {
  return (
    <div className="payment-filters">
      <Field label={words.paid}>
        <select
          value={String(filter.paid ?? "")}
          onChange={({ target }) => onChange({ paid: target.value === "" ? null : target.value === "true" })}
        >
          <option value="">{words.all}</option>
          <option value="true">{words.paid}</option>
          <option value="false">{words.unpaid}</option>
        </select>
      </Field>
      <Field label={words.competition}>
        <select value={filter.plan} onChange={({ target }) => onChange({ plan: target.value })}>
          <option value="">{words.all}</option>
          <PlanOptions />
        </select>
      </Field>
      <Field label={words.how}>
        <select value={filter.method} onChange={({ target }) => onChange({ method: target.value })}>
          <option value="">{words.all}</option>
          <MethodOptions />
        </select>
      </Field>
      <Field label={words.month}>
        <select value={filter.month} onChange={({ target }) => onChange({ month: target.value })}>
          <option value="">{words.all}</option>
          {months.map((month) => (
            <option key={month} value={month}>
              {clubMonth(month)}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}

/** A row for each month, with the rupees of each competition and all together. */
function Totals({ rows }: { rows: readonly PaymentTotalRow[] }) {
  const amount = (month: string | null, plan: string | null) =>
    rows
      .filter((row) => (month === null || row.month === month) && (plan === null || row.plan_type === plan))
      .reduce((sum, row) => sum + row.amount_rs, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a phone's keyboard scrolls the table, which has no link or button
    <section className="table-frame last-column-stays" aria-label={words.paymentsByMonth} tabIndex={0}>
      <DataTable
        caption={words.rupeesReceivedByMonth}
        columns={[
          { title: words.month, isHead: true, cell: (month) => (month ? clubMonth(month) : words.all) },
          ...plans.map(({ id, name }) => ({
            title: name,
            end: true,
            cell: (month: string | null) => formatNumber(amount(month, id)),
          })),
          { title: words.rs, end: true, cell: (month) => formatNumber(amount(month, null)) },
        ]}
        rows={[...monthsOf(rows), null]}
        keyOf={(month) => month ?? "all"}
      />
    </section>
  );
}

function monthsOf(rows: readonly PaymentTotalRow[]): string[] {
  return [...new Set(rows.map(({ month }) => month))];
}

function cellsOf(row: AdminPaymentRow): (string | number | null)[] {
  const { code, member_name: member, payer_name: payer, amount_rs: amount, paid_by: how } = row;
  return [
    code,
    planName(row.plan_type),
    member,
    payer,
    amount,
    row.payment_id ? methodLabel(how) : words.unpaid,
    row.paid_on,
    row.receipt_no,
    row.remark,
  ];
}
