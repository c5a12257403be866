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
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { shortDate } from "../../../../football/time/kick-off.ts";
import { dashboardTabPath } from "../../../../paths.ts";
import { type RowAction, RowMenu } from "../../../../ui/overlays/row-menu.tsx";
import { Rich } from "../../../../ui/text/rich.tsx";
import { LongOperation } from "../../shared/mutations/long-operation.tsx";
import { UndoableActs } from "../../shared/mutations/undoable-acts.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { SubscriptionsDialog } from "../../shared/plans/subscriptions-dialog.tsx";
import { MemberSheetDialog } from "../member-sheet/member-sheet-dialog.tsx";
import { type PlayerColumn, PlayersList } from "../users/players-list.tsx";
import { ClearAllDialog } from "./clear-all-dialog.tsx";
import { CreateSnapshotDialog } from "./create-snapshot-dialog.tsx";
import { recalculate, staleAfterManagement } from "./management-queries.ts";
import { PinDialog } from "./pin-dialog.tsx";
import { DeleteUserDialog, nameOf, ResetPointsDialog, RoleDialog } from "./player-dialogs.tsx";
import { PredictionsDialog } from "./predictions-dialog.tsx";
import { ResetPasswordPanel } from "./reset-password-panel.tsx";
import { RoleLabels, RolesDialog } from "./roles-dialog.tsx";
import { SnapshotsDialog } from "./snapshots-dialog.tsx";
import { TemporaryPasswordDialog } from "./temporary-password-dialog.tsx";

export { ManagementPanel as Component };

const MergeMembersDialog = lazy(async () => ({
  default: (await import("../merging/merge-members-dialog.tsx")).MergeMembersDialog,
}));

type PlayerAction =
  | "sheet"
  | "view"
  | "subscriptions"
  | "reset"
  | "role"
  | "roles"
  | "password"
  | "merge"
  | "delete";
type Open =
  | { kind: PlayerAction; player: AdminPlayerRow }
  | { kind: "snapshots" | "create snapshot" | "clear all" | "pin" }
  | null;

/** The users with the actions on each, and the actions on all of them. */
function ManagementPanel() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="management">
      <div className="section-head">
        <h2 id="management">{words.management}</h2>
      </div>
      <UndoableActs acts={["clear_all_points", "clear_player_points", "delete-user", "merge_members"]} />
      <PlayersList
        columns={columnsWith((kind, player) => setOpen({ kind, player }))}
        tools={
          <>
            <button
              type="button"
              className="btn secondary small"
              onClick={() => setOpen({ kind: "snapshots" })}
            >
              {words.viewSnapshots}
            </button>
            <button
              type="button"
              className="btn secondary small"
              onClick={() => setOpen({ kind: "create snapshot" })}
            >
              {words.createSnapshot}
            </button>
            <Recalculate />
          </>
        }
      />
      <div className="danger-zone">
        <p>
          <Rich
            parts={words.snapshotBeforeClearing({
              link: (text) => <Link to={dashboardTabPath("season-end")}>{text}</Link>,
            })}
          />
        </p>
        <div className="row-actions">
          <button type="button" className="btn secondary" onClick={() => setOpen({ kind: "pin" })}>
            {words.setPin}
          </button>
          <button type="button" className="btn danger" onClick={() => setOpen({ kind: "clear all" })}>
            {words.clearAllUserPoints}
          </button>
        </div>
      </div>
      <ResetPasswordPanel />
      {open?.kind === "sheet" && (
        <MemberSheetDialog
          player={open.player}
          name={nameOf(open.player)}
          onClose={close}
          onOpen={(kind) => setOpen({ kind, player: open.player })}
        />
      )}
      {open?.kind === "view" && <PredictionsDialog player={open.player} onClose={close} />}
      {open?.kind === "subscriptions" && (
        <SubscriptionsDialog
          member={{ id: open.player.user_id, name: nameOf(open.player) }}
          onClose={close}
        />
      )}
      {open?.kind === "reset" && <ResetPointsDialog player={open.player} onClose={close} />}
      {open?.kind === "role" && <RoleDialog player={open.player} onClose={close} />}
      {open?.kind === "roles" && <RolesDialog player={open.player} onClose={close} />}
      {open?.kind === "password" && <TemporaryPasswordDialog player={open.player} onClose={close} />}
      {open?.kind === "merge" && (
        <Suspense fallback={null}>
          <MergeMembersDialog player={open.player} onClose={close} />
        </Suspense>
      )}
      {open?.kind === "delete" && <DeleteUserDialog player={open.player} onClose={close} />}
      {open?.kind === "snapshots" && <SnapshotsDialog onClose={close} />}
      {open?.kind === "create snapshot" && <CreateSnapshotDialog onClose={close} />}
      {open?.kind === "clear all" && (
        <ClearAllDialog onClose={close} onSetPin={() => setOpen({ kind: "pin" })} />
      )}
      {open?.kind === "pin" && <PinDialog onClose={close} />}
    </section>
  );
}

function Recalculate() {
  const recalculation = useAdminMutation(
    recalculate,
    {
      success: (predictions) => words.pointsRecalculated({ predictions }),
      failure: words.failedToRecalculatePoints,
    },
    { stale: staleAfterManagement },
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

function summaryOf(row: AdminPlayerRow): string {
  const figures = [
    words.countOfPicks({ picks: row.predictions }),
    words.countOfPerfect({ count: row.perfect_scores }),
    row.phone_number,
  ];
  return figures.filter(Boolean).join(", ");
}

function columnsWith(onAction: (action: PlayerAction, player: AdminPlayerRow) => void): PlayerColumn[] {
  return [
    { title: "#", wide: true, cell: (row) => row.place },
    {
      title: words.user,
      sort: "name",
      cell: (row) => (
        <>
          <span className="player-cell">
            <PlayerName
              player={row.user_id}
              name={row.full_name ?? row.email ?? footballWords.player}
              me={false}
            />
            {row.is_admin && <small>{words.admin}</small>}
          </span>
          <small className="second-line">{summaryOf(row)}</small>
          <RoleLabels userId={row.user_id} />
        </>
      ),
    },
    { title: words.phone, wide: true, cell: (row) => row.phone_number ?? "–" },
    { title: words.predictions, sort: "predictions", wide: true, end: true, cell: (row) => row.predictions },
    {
      title: footballWords.points,
      sort: "points",
      end: true,
      cell: (row) => <b className="number">{row.points}</b>,
    },
    {
      title: footballWords.perfect,
      sort: "perfect_scores",
      wide: true,
      end: true,
      cell: (row) => row.perfect_scores,
    },
    {
      title: footballWords.accuracy,
      sort: "accuracy",
      wide: true,
      end: true,
      cell: (row) => accuracyText(row.accuracy),
    },
    { title: words.joined, sort: "joined", wide: true, end: true, cell: (row) => shortDate(row.joined_at) },
    {
      title: words.actions,
      hidesTitle: true,
      end: true,
      cell: (row) => (
        <RowMenu
          label={words.actionsFor({ name: row.full_name ?? row.email ?? words.somePlayer })}
          actions={actionsOn(row, (action) => onAction(action, row))}
        />
      ),
    },
  ];
}

function actionsOn(row: AdminPlayerRow, onAction: (action: PlayerAction) => void): RowAction[] {
  return [
    { label: words.memberSheet, icon: CircleHelp, onSelect: () => onAction("sheet") },
    { label: words.view, icon: List, onSelect: () => onAction("view") },
    { label: words.subscriptions, icon: Ticket, onSelect: () => onAction("subscriptions") },
    {
      label: words.resetPoints,
      icon: RotateCcw,
      destructive: true,
      onSelect: () => onAction("reset"),
    },
    {
      label: row.is_admin ? words.removeAdminRole : words.makeAdmin,
      icon: row.is_admin ? ShieldOff : ShieldCheck,
      onSelect: () => onAction("role"),
    },
    { label: words.roles, icon: UserCog, onSelect: () => onAction("roles") },
    // An admin's password is changed only by the admin.
    ...(row.is_admin
      ? []
      : [
          {
            label: words.setATemporaryPassword,
            icon: KeyRound,
            onSelect: () => onAction("password"),
          },
        ]),
    { label: words.mergeWithAnotherAccount, icon: Merge, onSelect: () => onAction("merge") },
    { label: words.deleteLabel, icon: Trash2, destructive: true, onSelect: () => onAction("delete") },
  ];
}
