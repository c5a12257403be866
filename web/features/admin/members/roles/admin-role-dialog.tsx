import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { memberName } from "../list/member-name.ts";
import { setAdmin } from "./role-mutations.ts";

interface Props {
  player: AdminPlayerRow;
  onClose: () => void;
}

/** Makes a member an admin, or takes the role away. */
export function AdminRoleDialog({ player, onClose }: Props) {
  const name = memberName(player);
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
