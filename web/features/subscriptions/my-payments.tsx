import { useQuery } from "@tanstack/react-query";
import * as words from "#words/subscriptions";
import { backend } from "../../backend/connection/client.ts";
import type { OwnPaymentRow } from "../../backend/types/rows.ts";
import { CompetitionBadge } from "../../football/components/competition-badge.tsx";
import { methodLabel } from "../../football/rules/payment-methods.ts";
import { clubDate, lastDay } from "../../football/time/club-day.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { myPayments } from "./subscription-queries.ts";

/** What the player paid, or what was paid for the player, and until when. Nothing in a club that records no payments. */
export function MyPayments({ userId }: { userId: string }) {
  const payments = useQuery(myPayments(userId));
  if (payments.isLoadingError)
    return <FailedQueries title={words.failedToLoadYourPayments} queries={[payments]} />;
  if (!payments.data?.length) return null;
  return (
    <section aria-labelledby="your-payments">
      <div className="section-head">
        <h2 id="your-payments">{words.yourPayments}</h2>
      </div>
      <DataTable columns={columns} rows={payments.data} keyOf={(row) => row.payment_id} />
    </section>
  );
}

const columns: readonly Column<OwnPaymentRow>[] = [
  {
    title: words.forLabel,
    cell: (row) => (
      <>
        <CompetitionBadge name={row.league} />
        <span className="muted paid-line">
          {`${clubDate(row.paid_on)}, ${methodLabel(row.paid_by)}${!row.by_me ? words.byPayer({ payer: row.payer_name }) : ""}`}
        </span>
        <span className="muted paid-line">{words.receiptNo({ number: row.receipt_no })}</span>
      </>
    ),
  },
  { title: words.paidUntil, cell: (row) => lastDay(row.paid_until, backend().config.time_zone) },
  { title: words.rs, end: true, cell: (row) => formatNumber(row.amount_rs) },
];
