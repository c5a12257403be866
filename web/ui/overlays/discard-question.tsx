import { AlertDialog } from "@base-ui/react/alert-dialog";
import * as words from "#words/ui";

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
          <AlertDialog.Title>{words.discardQuestion}</AlertDialog.Title>
          <p>{words.itIsNotSavedYet}</p>
          <div className="actions">
            <AlertDialog.Close className="btn secondary">{words.keepEditing}</AlertDialog.Close>
            <button type="button" className="btn danger" onClick={onDiscard}>
              {words.discard}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
