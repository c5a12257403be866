import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "../../../../ui/forms/field.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { LongOperation } from "../../shared/mutations/long-operation.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { overview } from "../../shared/overview.ts";
import { warningsBeforeClearing } from "../../shared/season/season-warnings.ts";
import { WarningList } from "../../shared/season/warning-list.tsx";
import { clearAllPoints, pinState, staleAfterManagement } from "./management-queries.ts";

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
      success: (result) =>
        `All points reset to zero: ${plural(result.cleared ?? 0, "prediction")}. A snapshot was saved.`,
      failure: "Failed to reset all points",
    },
    { stale: staleAfterManagement, onDone: onClose },
  );
  const confirm = () => {
    const problem = /^\d{4}$/.test(pin) ? null : "Invalid PIN";
    setInvalid(problem);
    if (!problem) clear.mutate(pin);
  };
  return (
    <ConfirmDialog
      open
      title={`Clear points for all ${figures ? plural(figures.total_users, "user") : "users"}?`}
      keep="Keep points"
      confirm={clear.isPending ? "Clearing..." : "Clear all points"}
      pending={clear.isPending}
      error={invalid ?? clear.problem}
      onKeep={onClose}
      onConfirm={confirm}
    >
      <p>
        All totals are permanently reset to zero. A snapshot is created first. If it fails, no points are
        cleared. Predictions are kept.
      </p>
      <WarningList warnings={warnings} />
      {hasPin === false && (
        <div className="notice warning">
          <p>No PIN is set yet. Set one first.</p>
          <button type="button" className="btn secondary small" onClick={onSetPin}>
            Set PIN
          </button>
        </div>
      )}
      <Field label="PIN">
        <input
          className="pin-input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={pin}
          onChange={(event) => setPin(event.target.value.replace(/\D/g, ""))}
        />
      </Field>
      {clear.isPending && <LongOperation work="Recalculating, creating a snapshot and clearing points." />}
    </ConfirmDialog>
  );
}
