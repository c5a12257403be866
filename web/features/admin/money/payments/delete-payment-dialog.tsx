import { subject } from "../../../../backend/queries/query-keys.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { deletePayment } from "./payment-queries.ts";

interface Props {
  paymentId: string;
  onKeep: () => void;
  onDeleted: () => void;
}

/** Asks before a payment is deleted. */
export function DeletePaymentDialog({ paymentId, onKeep, onDeleted }: Props) {
  const remove = useAdminMutation(
    () => deletePayment(paymentId),
    { success: "Payment deleted", failure: "Failed to delete the payment" },
    { stale: [subject.codes, subject.subscribers], onDone: onDeleted },
  );
  return (
    <ConfirmDialog
      open
      title="Delete this payment?"
      keep="Keep payment"
      confirm="Delete payment"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onKeep}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>The code or subscription stays valid. The audit log keeps what you delete.</p>
    </ConfirmDialog>
  );
}
