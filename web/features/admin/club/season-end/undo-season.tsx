import { useState } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { timeLeft } from "../../../../football/time/kick-off.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../../shared/mutations/long-operation.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { staleAfterSeasonStep, undoSteps } from "./season-end-queries.ts";

/** Undoes all steps, after a question. */
export function UndoSeason({ until, onUndone }: { until: string; onUndone: (kept: string[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useAdminMutation(
    () => undoSteps(null),
    { success: "Everything is undone", failure: "Failed to undo the end of the season" },
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
      <p>Everything can be undone for {timeLeft(until, serverNow())}.</p>
      <button type="button" className="btn secondary" onClick={() => setOpen(true)}>
        Undo everything
      </button>
      {isOpen && (
        <ConfirmDialog
          open
          title="Undo the end of the season?"
          keep="Keep it"
          confirm="Undo everything"
          pending={undo.isPending}
          error={undo.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => undo.mutate(undefined)}
        >
          <p>
            All steps are undone, the last one first: points, totals and honours are as before. New members,
            predictions for the next season and redeemed codes stay.
          </p>
          {undo.isPending && <LongOperation work="Undoing every step." />}
        </ConfirmDialog>
      )}
    </div>
  );
}
