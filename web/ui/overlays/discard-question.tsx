import { AlertDialog } from "@base-ui/react/alert-dialog";

interface Props {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before input is lost that is not saved. Rendered within the dialog that it is about, if there is one. */
export function DiscardQuestion({ open, onKeep, onDiscard }: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>Discard what you entered?</AlertDialog.Title>
          <p>It is not saved yet.</p>
          <div className="actions">
            <AlertDialog.Close className="btn secondary">Keep editing</AlertDialog.Close>
            <button type="button" className="btn danger" onClick={onDiscard}>
              Discard
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
