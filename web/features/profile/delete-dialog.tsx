import { useState } from "react";
import { codeOf, messageFor } from "../../backend/connection/error-messages.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { PasswordInput } from "../../session/password-field.tsx";
import { signOut } from "../../session/session-store.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { deleteAccount } from "./account-actions.ts";

const lastAdminMessage =
  "You are the last organiser of this club. Make another player an organiser before you delete your account.";

/** Confirms the deletion of the account: asks for the password and lists what is deleted. */
export function DeleteDialog({
  userId,
  open,
  onClose,
}: {
  userId: string;
  open: boolean;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setPassword("");
    setError(null);
    onClose();
  };
  const { pending, run } = useSingleRun(async () => {
    if (password === "") return setError("Please enter your password");
    setError(null);
    try {
      await deleteAccount(userId, password);
      await signOut();
      toast.success("Your account has been deleted");
    } catch (failure) {
      setError(codeOf(failure) === "SL007" ? lastAdminMessage : messageFor(failure, "account"));
    }
  });
  return (
    <ConfirmDialog
      open={open}
      title="Delete your account?"
      keep="Keep my account"
      confirm="Delete my account"
      pending={pending}
      error={error}
      onKeep={close}
      onConfirm={run}
    >
      <p>
        Your profile, picks, points, subscriptions and notifications are deleted at once. This cannot be
        undone. Archived tables keep your name.
      </p>
      <PasswordInput
        label="Your password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
    </ConfirmDialog>
  );
}
