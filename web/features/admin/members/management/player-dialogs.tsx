import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { wordFor } from "../../../../ui/text/plural.ts";
import { latestUndo } from "../../shared/mutations/undo.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { deleteUser, resetPoints, setAdmin, staleAfterManagement } from "./management-queries.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

export function nameOf({ full_name, email }: AdminPlayerRow): string {
  return full_name ?? email ?? "Player";
}

/** Sets one player's points to zero and keeps the predictions. */
export function ResetPointsDialog({ player, onClose }: Props) {
  const name = nameOf(player);
  const reset = useAdminMutation(
    () => resetPoints(player.user_id),
    {
      success: `Points reset to zero for ${name}. Predictions preserved.`,
      failure: "Failed to reset points",
    },
    { stale: staleAfterManagement, onDone: onClose, undoId: () => latestUndo("clear_player_points") },
  );
  return (
    <ConfirmDialog
      open
      title={`Reset the points of ${name}?`}
      keep="Keep points"
      confirm="Reset points"
      pending={reset.isPending}
      error={reset.problem}
      onKeep={onClose}
      onConfirm={() => reset.mutate(undefined)}
    >
      <p>Points from matches scored so far are set to 0. Later matches count as usual.</p>
      <div className="loss-list">
        <b>{player.points}</b>
        <span>{wordFor(player.points, "point")} set to 0</span>
        <b>{player.perfect_scores}</b>
        <span>{wordFor(player.perfect_scores, "perfect score")} set to 0</span>
      </div>
    </ConfirmDialog>
  );
}

export function RoleDialog({ player, onClose }: Props) {
  const name = nameOf(player);
  const change = useAdminMutation(
    () => setAdmin(player, !player.is_admin),
    {
      success: player.is_admin ? `${name} is no longer an admin` : `${name} is an admin now`,
      failure: "Failed to change the role",
    },
    { stale: staleAfterManagement, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={player.is_admin ? `Remove the admin role from ${name}?` : `Make ${name} an admin?`}
      keep="Cancel"
      confirm={player.is_admin ? "Remove role" : "Make admin"}
      pending={change.isPending}
      error={change.problem}
      onKeep={onClose}
      onConfirm={() => change.mutate(undefined)}
    >
      <p>
        {player.is_admin
          ? "They lose access to the dashboard at once. Their account and predictions are kept."
          : "They will be able to do everything you can: matches, scores, codes, points, users and roles."}
      </p>
    </ConfirmDialog>
  );
}

export function DeleteUserDialog({ player, onClose }: Props) {
  const name = nameOf(player);
  const remove = useAdminMutation(
    () => deleteUser(player.user_id),
    {
      success: `${name} was deleted`,
      failure: "Failed to delete user. You may need to delete from Supabase dashboard.",
    },
    { stale: staleAfterManagement, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      keep="Keep user"
      confirm="Delete user"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>The account and all personal data are permanently deleted. Archived tables keep the name.</p>
      <div className="loss-list">
        <b>{player.predictions}</b>
        <span>{wordFor(player.predictions, "prediction")}</span>
        <b>{player.points}</b>
        <span>{wordFor(player.points, "point")}, removed from every table</span>
      </div>
    </ConfirmDialog>
  );
}
