import type { ReactNode } from "react";
import * as words from "#words/admin";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";

interface Props {
  name: string;
  removal: { isPending: boolean; problem: string | null; mutate: (input: undefined) => void };
  onClose: () => void;
  /** What is lost with the archive. */
  children: ReactNode;
}

export function DeleteArchiveDialog({ name, removal, onClose, children }: Props) {
  return (
    <ConfirmDialog
      open
      title={words.deleteName({ name })}
      keep={words.keepArchive}
      confirm={words.deleteArchive}
      pending={removal.isPending}
      error={removal.problem}
      onKeep={onClose}
      onConfirm={() => removal.mutate(undefined)}
    >
      {children}
    </ConfirmDialog>
  );
}
