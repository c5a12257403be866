import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-club";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { overview } from "../overview/overview-queries.ts";
import { isPin } from "./is-pin.ts";
import { PinField } from "./pin-field.tsx";
import { clearAllPoints } from "./points-mutations.ts";
import { pinState } from "./points-queries.ts";
import { warningsBeforeClearing } from "./season-warnings.ts";
import { WarningList } from "./warning-list.tsx";

/** Sets every player's points to zero after a snapshot. Needs the PIN. */
export function ClearAllDialog({ onClose, onSetPin }: { onClose: () => void; onSetPin: () => void }) {
  const [pin, setPin] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const figures = useQuery(overview).data;
  const hasPin = useQuery(pinState).data;
  const warnings = useQuery(warningsBeforeClearing).data ?? [];
  const clear = useAdminMutation(
    clearAllPoints,
    {
      success: (result) => words.pointsOfAllReset({ predictions: result.cleared ?? 0 }),
      failure: words.failedToResetAllPoints,
    },
    { stale: staleAfterPoints, onDone: onClose, undoId: () => latestUndo("clear_all_points") },
  );
  const confirm = () => {
    const problem = isPin(pin) ? null : words.invalidPin;
    setInvalid(problem);
    if (!problem) clear.mutate(pin);
  };
  return (
    <ConfirmDialog
      open
      title={
        figures
          ? words.clearPointsOfUsersQuestion({ users: figures.total_users })
          : words.clearAllPointsQuestion
      }
      keep={words.keepPoints}
      confirm={clear.isPending ? words.clearing : words.clearAllPoints}
      pending={clear.isPending}
      error={invalid ?? clear.problem}
      onKeep={onClose}
      onConfirm={confirm}
    >
      <p>{words.clearingAllEffects}</p>
      <WarningList warnings={warnings} />
      {hasPin === false && (
        <div className="notice warning">
          <p>{words.noPinIsSetYet}</p>
          <button type="button" className="btn secondary small" onClick={onSetPin}>
            {words.setPin}
          </button>
        </div>
      )}
      <PinField label={words.pin} value={pin} onChange={setPin} />
      {clear.isPending && <LongOperation work={words.clearingAllNow} />}
    </ConfirmDialog>
  );
}
