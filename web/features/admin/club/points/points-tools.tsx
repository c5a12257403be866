import { useState } from "react";
import * as words from "#words/admin-club";
import { dashboardTabPath } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { Rich } from "../../../../ui/text/rich.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { ClearAllDialog } from "./clear-all-dialog.tsx";
import { CreateSnapshotDialog } from "./create-snapshot-dialog.tsx";
import { PinDialog } from "./pin-dialog.tsx";
import { recalculate } from "./points-mutations.ts";
import { SnapshotsDialog } from "./snapshots-dialog.tsx";

/** Snapshots and the recalculation of all points. */
export function PointsTools() {
  const [open, setOpen] = useState<"snapshots" | "create" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className="btn secondary small" onClick={() => setOpen("snapshots")}>
        {words.viewSnapshots}
      </button>
      <button type="button" className="btn secondary small" onClick={() => setOpen("create")}>
        {words.createSnapshot}
      </button>
      <Recalculate />
      {open === "snapshots" && <SnapshotsDialog onClose={close} />}
      {open === "create" && <CreateSnapshotDialog onClose={close} />}
    </>
  );
}

function Recalculate() {
  const recalculation = useAdminMutation(
    recalculate,
    {
      success: (predictions) => words.pointsRecalculated({ predictions }),
      failure: words.failedToRecalculatePoints,
    },
    { stale: staleAfterPoints },
  );
  return (
    <>
      <button
        type="button"
        className="btn small"
        aria-disabled={recalculation.isPending}
        onClick={() => recalculation.mutate(undefined)}
      >
        {recalculation.isPending ? words.recalculating : words.recalculateAllPoints}
      </button>
      {recalculation.isPending && <LongOperation work={words.recalculatingEveryScoredPrediction} />}
    </>
  );
}

/** Clears all points, with the PIN that it needs. */
export function DangerZone() {
  const [open, setOpen] = useState<"clear" | "pin" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="danger-zone">
      <p>
        <Rich
          parts={words.snapshotBeforeClearing({
            link: (text) => <Link to={dashboardTabPath("season-end")}>{text}</Link>,
          })}
        />
      </p>
      <div className="row-actions">
        <button type="button" className="btn secondary" onClick={() => setOpen("pin")}>
          {words.setPin}
        </button>
        <button type="button" className="btn danger" onClick={() => setOpen("clear")}>
          {words.clearAllUserPoints}
        </button>
      </div>
      {open === "clear" && <ClearAllDialog onClose={close} onSetPin={() => setOpen("pin")} />}
      {open === "pin" && <PinDialog onClose={close} />}
    </div>
  );
}
