import { useState } from "react";
import * as words from "#words/profile";
import * as sessionWords from "#words/session";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { PasswordField } from "../../session/password/password-field.tsx";
import { signOut } from "../../session/session-store.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { deleteAccount } from "./account-actions.ts";

const lastAdminMessage = words.lastOrganiser;

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
  const remove = useAct({
    act: async () => {
      await deleteAccount(userId, password);
      await signOut();
    },
    onSuccess: () => toast.success(words.yourAccountHasBeenDeleted),
    onError: (failure) => setError(codeOf(failure) === "SL007" ? lastAdminMessage : accountMessage(failure)),
  });
  const confirm = () => {
    setError(password === "" ? sessionWords.enterYourPassword : null);
    if (password !== "") remove.mutate();
  };
  return (
    <ConfirmDialog
      open={open}
      title={words.deleteYourAccount}
      keep={words.keepMyAccount}
      confirm={words.deleteMyAccount}
      pending={remove.isPending}
      error={error}
      onKeep={close}
      onConfirm={confirm}
    >
      <p>{words.deleteEffects}</p>
      <PasswordField
        label={words.yourPassword}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
      />
    </ConfirmDialog>
  );
}
