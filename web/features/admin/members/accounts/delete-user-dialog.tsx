import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { latestUndo } from "../../shared/mutations/undo.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { nameOf } from "../list/member-name.ts";
import { deleteUser, resetPoints, setAdmin } from "./management-mutations.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Sets one player's points to zero and keeps the predictions. */
export function ResetPointsDialog({ player, onClose }: Props) {
  const name = nameOf(player);
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

export function RoleDialog({ player, onClose }: Props) {
  const name = nameOf(player);
  const change = useAdminMutation(
    () => setAdmin(player, !player.is_admin),
    {
      success: player.is_admin ? words.noLongerAnAdmin({ name }) : words.isAnAdminNow({ name }),
      failure: words.failedToChangeTheRole,
    },
    { stale: staleAfterPoints, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={player.is_admin ? words.removeAdminRoleQuestion({ name }) : words.makeAdminQuestion({ name })}
      keep={words.cancel}
      confirm={player.is_admin ? words.removeRole : words.makeAdmin}
      pending={change.isPending}
      error={change.problem}
      onKeep={onClose}
      onConfirm={() => change.mutate(undefined)}
    >
      <p>{player.is_admin ? words.removeAdminRoleEffects : words.makeAdminEffects}</p>
    </ConfirmDialog>
  );
}

export function DeleteUserDialog({ player, onClose }: Props) {
  const name = nameOf(player);
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
