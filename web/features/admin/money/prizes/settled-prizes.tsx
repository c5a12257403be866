import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPrizeRow } from "../../../../backend/types/prize-rows.ts";
import { rupees, subjectOfPrize } from "../../../../football/prizes/prize-names.ts";
import { methodLabel } from "../../../../football/rules/payment-methods.ts";
import { ordinal } from "../../../../football/rules/ranking.ts";
import { clubDate, dayInZone } from "../../../../football/time/club-day.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { MethodOptions } from "../../shared/payments/payment-fields.tsx";
import { payPrize } from "./prizes-mutations.ts";
import { settledPrizes } from "./prizes-queries.ts";

/** What has been won: what is owed to whom first, and then what is paid. */
export function SettledPrizes() {
  const query = useQuery(settledPrizes);
  const [opened, setOpened] = useState<AdminPrizeRow | null>(null);
  return (
    <section aria-labelledby="settled-prizes">
      <div className="section-head">
        <h2 id="settled-prizes">{words.wonPrizes}</h2>
        {query.data && query.data.length > 0 && <p>{owedInWords(query.data)}</p>}
      </div>
      <QueryView
        query={query}
        failed={words.failedToLoadWonPrizes}
        loading={{ count: 3, height: 64, label: words.loadingPrizes }}
        empty={{ title: words.nothingIsWon, text: words.whenPrizesAreWon }}
      >
        {(rows) => (
          <ul className="won-prizes">
            {rows.map((row) => (
              <li key={row.prize_id}>
                <div>
                  <b>{row.full_name ?? words.aDeletedPlayer}</b>
                  <span>{`${subjectOfPrize(row)} (${ordinal(row.place)})`}</span>
                  {row.paid_on !== null && (
                    <small>
                      {words.paidOnBy({ date: clubDate(row.paid_on), how: methodLabel(row.paid_by) })}
                    </small>
                  )}
                </div>
                <b className="number">{rupees(row.amount_rs)}</b>
                {row.paid_on === null && (
                  <button
                    type="button"
                    className="btn secondary small"
                    aria-label={words.markPrizeAsPaid({
                      member: row.full_name ?? words.aDeletedPlayer,
                      what: subjectOfPrize(row),
                    })}
                    onClick={() => setOpened(row)}
                  >
                    {words.markAsPaid}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {opened && <PayDialog prize={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function owedInWords(rows: readonly AdminPrizeRow[]): string {
  const owed = rows.filter(({ paid_on }) => paid_on === null);
  const sum = owed.reduce((total, { amount_rs }) => total + amount_rs, 0);
  return owed.length === 0
    ? words.nothingIsOwed
    : words.owedInAll({ amount: rupees(sum), count: owed.length });
}

/** How and when the prize was paid. */
function PayDialog({ prize, onClose }: { prize: AdminPrizeRow; onClose: () => void }) {
  const today = dayInZone(backend().config.time_zone, serverNow());
  const [payment, setPayment] = useState({ prizeId: prize.prize_id, method: "cash", paidOn: today });
  const pay = useAdminMutation(
    payPrize,
    { success: words.prizeIsPaid, failure: words.failedToPayPrize },
    { stale: [subject.prizes], undoId: (id) => id, onDone: onClose },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.markAsPaid}
      description={words.prizeOf({
        amount: rupees(prize.amount_rs),
        member: prize.full_name ?? words.aDeletedPlayer,
        what: subjectOfPrize(prize),
      })}
    >
      <Form className="form" noValidate onSubmit={() => pay.mutate(payment)}>
        <Field label={words.how}>
          <select
            value={payment.method}
            onChange={({ target }) => setPayment({ ...payment, method: target.value })}
          >
            <MethodOptions />
          </select>
        </Field>
        <Field label={words.paidOn}>
          <DateInput
            max={today}
            value={payment.paidOn}
            onChange={({ target }) => setPayment({ ...payment, paidOn: target.value })}
          />
        </Field>
        <FormError message={pay.problem} />
        <SubmitButton pending={pay.isPending}>{words.markAsPaid}</SubmitButton>
      </Form>
    </Dialog>
  );
}
