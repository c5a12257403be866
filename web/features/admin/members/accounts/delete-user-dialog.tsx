import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { memberName } from "../list/member-name.ts";
import { deleteUser } from "./account-mutations.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

export function DeleteUserDialog({ player, onClose }: Props) {
  const name = memberName(player);
  const remove = useAdminMutation(
    () => deleteUser(player.user_id),
    {
      success: words.userDeleted({ name }),
      failure: words.failedToDeleteUser,
    },
    { stale: staleAfterPoints, onDone: onClose, undoId: () => latestUndo("delete-user") },
  );
  return (
    <ConfirmDialog
      open
      title={words.deleteUserQuestion({ name })}
      keep={words.keepUser}
      confirm={words.deleteUser}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{words.deleteUserEffects}</p>
      <div className="loss-list">
        <b>{player.predictions}</b>
        <span>{words.labelOfPredictions({ predictions: player.predictions })}</span>
        <b>{player.points}</b>
        <span>{words.pointsRemoved({ points: player.points })}</span>
      </div>
    </ConfirmDialog>
  );
}
