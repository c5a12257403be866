import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { memberName } from "../list/member-name.ts";
import { resetPoints } from "./member-prediction-mutations.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Sets one player's points to zero and keeps the predictions. */
export function ResetPointsDialog({ player, onClose }: Props) {
  const name = memberName(player);
  const reset = useAdminMutation(
    () => resetPoints(player.user_id),
    {
      success: words.pointsResetToZero({ name }),
      failure: words.failedToResetPoints,
    },
    { stale: staleAfterPoints, onDone: onClose, undoId: () => latestUndo("clear_player_points") },
  );
  return (
    <ConfirmDialog
      open
      title={words.resetQuestion({ name })}
      keep={words.keepPoints}
      confirm={words.resetPoints}
      pending={reset.isPending}
      error={reset.problem}
      onKeep={onClose}
      onConfirm={() => reset.mutate(undefined)}
    >
      <p>{words.resetEffects}</p>
      <div className="loss-list">
        <b>{player.points}</b>
        <span>{words.pointsSetToZero({ points: player.points })}</span>
        <b>{player.perfect_scores}</b>
        <span>{words.perfectScoresSetToZero({ count: player.perfect_scores })}</span>
      </div>
    </ConfirmDialog>
  );
}
