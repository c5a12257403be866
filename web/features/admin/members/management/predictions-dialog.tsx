import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { AdminPlayerRow, AdminPredictionRow } from "../../../../backend/types/admin-rows.ts";
import { PredictionChip } from "../../../../football/components/scoreboard.tsx";
import { longDate } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural, wordFor } from "../../../../ui/text/plural.ts";
import { latestUndo } from "../../shared/mutations/undo.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import {
  clearPredictions,
  deletePrediction,
  predictionsOf,
  staleAfterManagement,
} from "./management-queries.ts";
import { nameOf } from "./player-dialogs.tsx";
import { Refusals } from "./refusals.tsx";

/** All predictions of a player. The scores of open matches are hidden. */
export function PredictionsDialog({ player, onClose }: { player: AdminPlayerRow; onClose: () => void }) {
  const list = useInfiniteQuery(predictionsOf(player.user_id));
  const [deleting, setDeleting] = useState<AdminPredictionRow | null>(null);
  const [clearing, setClearing] = useState(false);
  const total = list.data?.pages[0]?.[0]?.total_count ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${nameOf(player)} Predictions`}
      description={`${total} in total`}
    >
      <QueryView
        query={list}
        failed="Failed to load user predictions"
        loading={{ count: 6, height: 48, label: "Loading predictions" }}
        empty={{ title: "No predictions yet" }}
      >
        {({ pages }) => (
          <>
            <div className="horizontal-scroll last-column-stays">
              <DataTable columns={columnsWith(setDeleting)} rows={pages.flat()} keyOf={(row) => row.id} />
            </div>
            <div className="actions">
              <LoadMoreButton query={list} className="btn secondary">
                Older predictions
              </LoadMoreButton>
              <button type="button" className="btn danger" onClick={() => setClearing(true)}>
                Clear All Predictions
              </button>
            </div>
          </>
        )}
      </QueryView>
      <Refusals userId={player.user_id} />
      {deleting && <DeletePrediction row={deleting} onClose={() => setDeleting(null)} />}
      {clearing && <ClearPredictions player={player} total={total} onClose={() => setClearing(false)} />}
    </Dialog>
  );
}

const statusWords: Readonly<Record<string, string>> = {
  upcoming: "Upcoming",
  live: "Live",
  completed: "Completed",
  cancelled: "Cancelled",
};

function columnsWith(onDelete: (row: AdminPredictionRow) => void): Column<AdminPredictionRow>[] {
  const labelOf = (row: AdminPredictionRow) =>
    `${clubName(row.home_team_name)} v ${clubName(row.away_team_name)}`;
  return [
    { title: "Match", cell: labelOf },
    {
      title: "Prediction",
      cell: ({ home_prediction: home, away_prediction: away, is_double: isDouble }) =>
        home === null || away === null ? (
          <span className="faint">Hidden until the lock</span>
        ) : (
          <PredictionChip home={home} away={away} isDouble={isDouble ?? false} />
        ),
    },
    {
      title: "Actual Score",
      cell: (row) => (row.home_score === null ? "–" : `${row.home_score}–${row.away_score}`),
    },
    { title: "Points", cell: (row) => row.points_earned ?? "–" },
    { title: "Status", cell: (row) => statusWords[row.status] ?? row.status },
    { title: "Date", cell: (row) => longDate(row.created_at) },
    {
      title: "Actions",
      cell: (row) => (
        <button
          type="button"
          className="btn secondary small"
          aria-label={`Delete the prediction of ${labelOf(row)}`}
          onClick={() => onDelete(row)}
        >
          Delete
        </button>
      ),
    },
  ];
}

function DeletePrediction({ row, onClose }: { row: AdminPredictionRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deletePrediction(row.id),
    { success: "Prediction deleted successfully", failure: "Failed to delete prediction" },
    { stale: staleAfterManagement, onDone: onClose, undoId: () => latestUndo("delete_user_prediction") },
  );
  return (
    <ConfirmDialog
      open
      title="Delete this prediction?"
      keep="Keep prediction"
      confirm="Delete prediction"
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>
        {clubName(row.home_team_name)} v {clubName(row.away_team_name)}. You can undo this for 30 seconds.
        {row.points_earned ? ` It removes ${plural(row.points_earned, "point")}.` : ""}
      </p>
    </ConfirmDialog>
  );
}

function ClearPredictions({
  player,
  total,
  onClose,
}: {
  player: AdminPlayerRow;
  total: number;
  onClose: () => void;
}) {
  const clear = useAdminMutation(
    () => clearPredictions(player.user_id),
    {
      success: `All predictions cleared for ${nameOf(player)}`,
      failure: "Failed to clear predictions",
    },
    { stale: staleAfterManagement, onDone: onClose, undoId: () => latestUndo("clear_user_predictions") },
  );
  return (
    <ConfirmDialog
      open
      title={`Clear all predictions of ${nameOf(player)}?`}
      keep="Keep predictions"
      confirm="Clear all predictions"
      pending={clear.isPending}
      error={clear.problem}
      onKeep={onClose}
      onConfirm={() => clear.mutate(undefined)}
    >
      <p>You can undo this for 30 seconds.</p>
      <div className="loss-list">
        <b>{total}</b>
        <span>{wordFor(total, "prediction")}</span>
        <b>{player.points}</b>
        <span>{wordFor(player.points, "point")}</span>
      </div>
    </ConfirmDialog>
  );
}
