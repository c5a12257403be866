import {
  CircleHelp,
  KeyRound,
  List,
  Merge,
  RotateCcw,
  ShieldCheck,
  ShieldOff,
  Ticket,
  Trash2,
  UserCog,
} from "lucide-react";
import { Suspense } from "react";
import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { lazySection } from "../../../../ui/loading/lazy-section.tsx";
import { type RowAction, RowMenu } from "../../../../ui/overlays/row-menu.tsx";
import { SubscriptionsDialog } from "../../shared/subscriptions/subscriptions-dialog.tsx";
import { DeleteUserDialog } from "../accounts/delete-user-dialog.tsx";
import { TemporaryPasswordDialog } from "../accounts/temporary-password-dialog.tsx";
import { MemberSheetDialog } from "../member-sheet/member-sheet-dialog.tsx";
import { MemberPredictionsDialog } from "../predictions/member-predictions-dialog.tsx";
import { ResetPointsDialog } from "../predictions/reset-points-dialog.tsx";
import { AdminRoleDialog } from "../roles/admin-role-dialog.tsx";
import { HelperRolesDialog } from "../roles/helper-roles-dialog.tsx";
import { memberName } from "./member-name.ts";

const MergeMembersDialog = lazySection(
  async () => (await import("../merging/merge-members-dialog.tsx")).MergeMembersDialog,
);

export type MemberAction =
  | "sheet"
  | "view"
  | "subscriptions"
  | "reset"
  | "role"
  | "roles"
  | "password"
  | "merge"
  | "delete";

interface MenuProps {
  member: AdminPlayerRow;
  onAction: (action: MemberAction) => void;
}

/** The menu of a member's row. */
export function MemberMenu({ member, onAction }: MenuProps) {
  const { is_admin: isAdmin } = member;
  const actions: readonly (Omit<RowAction, "onSelect"> & { action: MemberAction })[] = [
    { action: "sheet", label: words.memberSheet, icon: CircleHelp },
    { action: "view", label: words.view, icon: List },
    { action: "subscriptions", label: words.subscriptions, icon: Ticket },
    { action: "reset", label: words.resetPoints, icon: RotateCcw, destructive: true },
    {
      action: "role",
      label: isAdmin ? words.removeAdminRole : words.makeAdmin,
      icon: isAdmin ? ShieldOff : ShieldCheck,
    },
    { action: "roles", label: words.roles, icon: UserCog },
    // An admin's password is changed only by the admin.
    ...(isAdmin ? [] : [{ action: "password", label: words.setATemporaryPassword, icon: KeyRound } as const]),
    { action: "merge", label: words.mergeWithAnotherAccount, icon: Merge },
    { action: "delete", label: words.deleteLabel, icon: Trash2, destructive: true },
  ];
  return (
    <RowMenu
      label={words.actionsFor({ name: member.full_name ?? member.email ?? words.somePlayer })}
      actions={actions.map(({ action, ...entry }) => ({ ...entry, onSelect: () => onAction(action) }))}
    />
  );
}

interface DialogProps {
  action: MemberAction;
  member: AdminPlayerRow;
  onClose: () => void;
  /** Opens another dialog about the member in place of this one. */
  onOpen: (action: MemberAction) => void;
}

/** The dialog of an action. */
export function MemberDialog({ action, member, onClose, onOpen }: DialogProps) {
  const props = { player: member, onClose };
  switch (action) {
    case "sheet":
      return <MemberSheetDialog {...props} name={memberName(member)} onOpen={onOpen} />;
    case "view":
      return <MemberPredictionsDialog {...props} />;
    case "subscriptions":
      return (
        <SubscriptionsDialog member={{ id: member.user_id, name: memberName(member) }} onClose={onClose} />
      );
    case "reset":
      return <ResetPointsDialog {...props} />;
    case "role":
      return <AdminRoleDialog {...props} />;
    case "roles":
      return <HelperRolesDialog {...props} />;
    case "password":
      return <TemporaryPasswordDialog {...props} />;
    case "merge":
      return (
        <Suspense fallback={null}>
          <MergeMembersDialog {...props} />
        </Suspense>
      );
    case "delete":
      return <DeleteUserDialog {...props} />;
  }
}
