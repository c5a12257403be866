import { useState } from "react";
import * as words from "#words/admin-club";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { timeLeft } from "../../../../football/time/kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { undoSteps } from "./season-end-mutations.ts";
import { staleAfterSeasonStep } from "./season-end-queries.ts";

/** Undoes all steps, after a question. */
export function UndoSeason({ until, onUndone }: { until: string; onUndone: (kept: string[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useAdminMutation(
    () => undoSteps(null),
    { success: words.everythingIsUndone, failure: words.failedToUndoTheEnd },
    {
      stale: staleAfterSeasonStep,
      onDone: (kept) => {
        setOpen(false);
        onUndone(kept);
      },
    },
  );
  return (
    <div className="danger-zone">
      <p>{words.everythingCanBeUndone({ time: timeLeft(until, serverNow()) })}</p>
      <button type="button" className="btn secondary" onClick={() => setOpen(true)}>
        {words.undoEverything}
      </button>
      {isOpen && (
        <ConfirmDialog
          open
          title={words.undoEndOfSeasonQuestion}
          keep={words.keepIt}
          confirm={words.undoEverything}
          pending={undo.isPending}
          error={undo.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => undo.mutate(undefined)}
        >
          <p>{words.whatUndoingEverythingDoes}</p>
          {undo.isPending && <LongOperation work={words.undoingEveryStep} />}
        </ConfirmDialog>
      )}
    </div>
  );
}
