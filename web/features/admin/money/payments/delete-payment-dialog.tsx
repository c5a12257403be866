import * as words from "#words/admin-money";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { deletePayment } from "./payment-mutations.ts";

interface Props {
  paymentId: string;
  onKeep: () => void;
  onDeleted: () => void;
}

/** Asks before a payment is deleted. */
export function DeletePaymentDialog({ paymentId, onKeep, onDeleted }: Props) {
  const remove = useAdminMutation(
    () => deletePayment(paymentId),
    { success: words.paymentDeleted, failure: words.failedToDeleteThePayment },
    { stale: [subject.codes, subject.subscribers], onDone: onDeleted },
  );
  return (
    <ConfirmDialog
      open
      title={words.deletePaymentQuestion}
      keep={words.keepPayment}
      confirm={words.deletePayment}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onKeep}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.deletePaymentEffects}</p>
    </ConfirmDialog>
  );
}
