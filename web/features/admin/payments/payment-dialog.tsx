import { type FormEvent, useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { AdminPaymentRow } from "../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../football/time/club-day.ts";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { PaymentFields } from "./payment-fields.tsx";
import { changePayment, deletePayment, recordPayment } from "./payment-queries.ts";
import { emptyPayment, paymentArgument, problemWithPayment } from "./payment-rules.ts";

/** Records the payment of an unpaid code, or changes or deletes a payment. */
export function PaymentDialog({ row, onClose }: { row: AdminPaymentRow; onClose: () => void }) {
  const today = dayInZone(backend().config.time_zone, serverNow());
  const member = row.member_id && row.member_name ? { id: row.member_id, name: row.member_name } : null;
  const [values, setValues] = useState(() => ({
    ...emptyPayment(today, row.payer_name ?? row.member_name ?? ""),
    ...(row.payment_id
      ? {
          amount: row.amount_rs ?? Number.NaN,
          method: row.paid_by ?? "cash",
          paidOn: row.paid_on ?? today,
          remark: row.remark ?? "",
        }
      : {}),
  }));
  const [deleting, setDeleting] = useState(false);
  const [invalid, setInvalid] = useState<string | null>(null);
  const done = { stale: [subject.codes, subject.subscribers], onDone: onClose };
  const save = useAdminMutation(
    () => {
      const payment = paymentArgument(values, payerOf(row) ?? member);
      return row.payment_id
        ? changePayment(row.payment_id, payment)
        : recordPayment(row.code_id ?? "", payment);
    },
    { success: "Payment saved", failure: "Failed to save the payment" },
    done,
  );
  const remove = useAdminMutation(
    () => deletePayment(row.payment_id ?? ""),
    { success: "Payment deleted", failure: "Failed to delete the payment" },
    done,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemWithPayment(values, today);
    setInvalid(problem);
    if (!problem) save.mutate(undefined);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.payment_id ? "Payment" : "Mark as paid"}
      description={row.code ? `Code ${row.code}` : `Subscription of ${row.member_name ?? "a deleted player"}`}
    >
      <form className="form" noValidate onSubmit={submit}>
        <PaymentFields values={values} onChange={setValues} />
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          {row.payment_id && (
            <button type="button" className="btn secondary" onClick={() => setDeleting(true)}>
              Delete payment
            </button>
          )}
          <SubmitButton pending={save.isPending}>Save payment</SubmitButton>
        </div>
      </form>
      {deleting && (
        <ConfirmDialog
          open
          title="Delete this payment?"
          keep="Keep payment"
          confirm="Delete payment"
          pending={remove.isPending}
          error={remove.problem}
          onKeep={() => setDeleting(false)}
          onConfirm={() => remove.mutate(undefined)}
        >
          <p>The code or subscription stays valid. The audit log keeps what you delete.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function payerOf({ payer_id: id, payer_name: name }: AdminPaymentRow): { id: string; name: string } | null {
  return id && name ? { id, name } : null;
}
