import { useState } from "react";
import * as words from "#words/admin-money";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { saveEdit } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPaymentRow } from "../../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { PaymentFields } from "../../shared/payments/payment-fields.tsx";
import {
  emptyPayment,
  type PaymentValues,
  paymentArgument,
  paymentEditFields,
  problemWithPayment,
} from "../../shared/payments/payment-rules.ts";
import { DeletePaymentDialog } from "./delete-payment-dialog.tsx";
import { changePayment, recordPayment } from "./payment-mutations.ts";
import { loadPayment, openedPayment } from "./payment-queries.ts";

/** Records the payment of an unpaid code, or changes or deletes a payment. */
export function PaymentDialog({ row, onClose }: { row: AdminPaymentRow; onClose: () => void }) {
  const today = dayInZone(backend().config.time_zone, serverNow());
  const member = row.member_id && row.member_name ? { id: row.member_id, name: row.member_name } : null;
  const opened = recordedPayment(row);
  const [values, setValues] = useState(
    opened?.values ?? emptyPayment(today, row.payer_name ?? row.member_name ?? ""),
  );
  const { ask, question } = useEditQuestion();
  const change = (paymentId: string, next: PaymentValues) =>
    opened &&
    saveEdit({
      opened,
      mine: next,
      fields: paymentEditFields,
      save: (edited, seen) =>
        changePayment(paymentId, paymentArgument(edited, payerOf(seen) ?? member), seen),
      load: () => loadPayment(paymentId),
      ask,
      onTheirs: onClose,
    });
  const [deleting, setDeleting] = useState(false);
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    async (next: PaymentValues, requestKey) =>
      row.payment_id
        ? change(row.payment_id, next)
        : recordPayment(row.code_id ?? "", paymentArgument(next, member), requestKey),
    { success: words.paymentSaved, failure: words.failedToSaveThePayment },
    { stale: [subject.codes, subject.subscribers], onDone: onClose },
  );
  const submit = () => {
    const problem = problemWithPayment(values, today);
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.payment_id ? words.payment : words.markAsPaid}
      description={
        row.code
          ? words.codeNamed({ code: row.code })
          : words.subscriptionOf({ member: row.member_name ?? words.aDeletedPlayer })
      }
    >
      <Form className="form" noValidate onSubmit={submit}>
        <PaymentFields values={values} onChange={setValues} />
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          {row.payment_id && (
            <button type="button" className="btn secondary" onClick={() => setDeleting(true)}>
              {words.deletePayment}
            </button>
          )}
          <SubmitButton pending={save.isPending}>{words.savePayment}</SubmitButton>
        </div>
      </Form>
      {question}
      {deleting && row.payment_id && (
        <DeletePaymentDialog
          paymentId={row.payment_id}
          onKeep={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </Dialog>
  );
}

/** The payment of the row as the form opens it; null for an unpaid code. */
function recordedPayment(row: AdminPaymentRow) {
  const { payment_id, payer_id, payer_name, amount_rs, paid_by: method, paid_on, remark } = row;
  if (payment_id === null || payer_name === null || amount_rs === null || method === null || paid_on === null)
    return null;
  return openedPayment({ payer_id, payer_name, amount_rs, method, paid_on, remark });
}

function payerOf(
  payment: Pick<AdminPaymentRow, "payer_id" | "payer_name">,
): { id: string; name: string } | null {
  const { payer_id: id, payer_name: name } = payment;
  return id && name ? { id, name } : null;
}
