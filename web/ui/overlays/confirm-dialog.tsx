import { AlertDialog } from "@base-ui/react/alert-dialog";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useBackToClose } from "./overlay-history.ts";

interface Props {
  open: boolean;
  title: string;
  /** What the action does, and what it deletes. */
  children: ReactNode;
  keep: string;
  confirm: string;
  pending: boolean;
  error?: string | null;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before a destructive action. Stays open with the reason if the action fails. */
export function ConfirmDialog(props: Props) {
  useBackToClose(props.open, props.onKeep);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && props.onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>{props.title}</AlertDialog.Title>
          {props.children}
          {props.error && (
            <p className="notice error" role="alert">
              <CircleAlert size={20} aria-hidden="true" />
              <span>{props.error}</span>
            </p>
          )}
          <div className="actions">
            <AlertDialog.Close className="btn secondary">{props.keep}</AlertDialog.Close>
            <button
              type="button"
              className="btn danger"
              aria-disabled={props.pending}
              onClick={() => !props.pending && props.onConfirm()}
            >
              {props.confirm}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
