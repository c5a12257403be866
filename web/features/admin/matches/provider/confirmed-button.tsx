import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterProviderChange } from "./provider-queries.ts";

interface Props {
  text: string;
  /** What the button is about, for screen readers: the match. */
  label: string;
  secondary?: boolean;
  /** The dialog: its title, its two buttons, and what the action does. */
  title: string;
  keep: string;
  confirm: string;
  children: ReactNode;
  /** Resolves to the id with which the action can be undone, if it can. */
  action: () => Promise<string | null | undefined>;
  says: { success: string; failure: string };
}

/** A decision about a match that asks for confirmation first. */
export function ConfirmedButton({
  text,
  label,
  secondary = false,
  children,
  action,
  says,
  ...dialog
}: Props) {
  const [open, setOpen] = useState(false);
  const change = useAdminMutation(action, says, {
    stale: staleAfterProviderChange,
    onDone: () => setOpen(false),
    undoId: (id) => id ?? null,
    reported: /^SL\d{3}$|^23|^42501$/,
  });
  return (
    <>
      <button
        type="button"
        className={secondary ? "btn secondary small" : "btn small"}
        aria-label={`${text}, ${label}`}
        disabled={change.isPending}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {open && (
        <ConfirmDialog
          open
          {...dialog}
          pending={change.isPending}
          error={change.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => change.mutate(undefined)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
