import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { AdminPlayerRow, AdminPredictionRow } from "../../../../backend/types/admin-rows.ts";
import { PredictionChip } from "../../../../football/components/scoreboard.tsx";
import { longDate, shortDate } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterPoints } from "../../shared/points/stale-after-points.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { memberName } from "../list/member-name.ts";
import { clearPredictions, deletePrediction } from "./member-prediction-mutations.ts";
import { predictionsOf } from "./member-prediction-queries.ts";
import { RefusedPredictions } from "./refused-predictions.tsx";

/** All predictions of a player. The scores of open matches are hidden. */
export function MemberPredictionsDialog({
  player,
  onClose,
}: {
  player: AdminPlayerRow;
  onClose: () => void;
}) {
  const list = useInfiniteQuery(predictionsOf(player.user_id));
  const [deleting, setDeleting] = useState<AdminPredictionRow | null>(null);
  const [clearing, setClearing] = useState(false);
  const total = list.data?.pages[0]?.[0]?.total_count ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.titleOfPredictions({ player: memberName(player) })}
      description={words.countInTotal({ count: total })}
    >
      <QueryView
        query={list}
        failed={words.failedToLoadUserPredictions}
        loading={{ count: 6, height: 48, label: words.loadingPredictions }}
        empty={{ title: words.noPredictionsYet }}
      >
        {({ pages }) => (
          <>
            <div className="horizontal-scroll last-column-stays">
              <DataTable columns={columnsWith(setDeleting)} rows={pages.flat()} keyOf={(row) => row.id} />
            </div>
            <div className="actions">
              <LoadMoreButton query={list} className="btn secondary">
                {words.olderPredictions}
              </LoadMoreButton>
              <button type="button" className="btn danger" onClick={() => setClearing(true)}>
                {words.clearAllPredictions}
              </button>
            </div>
          </>
        )}
      </QueryView>
      <RefusedPredictions userId={player.user_id} />
      {deleting && <DeletePrediction row={deleting} onClose={() => setDeleting(null)} />}
      {clearing && <ClearPredictions player={player} total={total} onClose={() => setClearing(false)} />}
    </Dialog>
  );
}

const statusWords: Readonly<Record<string, string>> = {
  upcoming: words.upcoming,
  live: words.live,
  completed: words.completed,
  cancelled: words.cancelled,
};

function columnsWith(onDelete: (row: AdminPredictionRow) => void): Column<AdminPredictionRow>[] {
  const labelOf = (row: AdminPredictionRow) =>
    footballWords.teams({ home: clubName(row.home_team_name), away: clubName(row.away_team_name) });
  const scoreOf = (row: AdminPredictionRow) =>
    row.home_score === null ? "–" : `${row.home_score}–${row.away_score}`;
  const statusOf = (row: AdminPredictionRow) => statusWords[row.status] ?? row.status;
  return [
    {
      title: words.match,
      cell: (row) => (
        <>
          <span>{labelOf(row)}</span>
          <small className="second-line">
            {[
              ...(row.home_score === null ? [] : [scoreOf(row)]),
              statusOf(row),
              shortDate(row.created_at),
            ].join(", ")}
          </small>
        </>
      ),
    },
    {
      title: words.prediction,
      cell: ({ home_prediction: home, away_prediction: away, is_double: isDouble }) =>
        home === null || away === null ? (
          <span className="faint">{words.hiddenUntilTheLock}</span>
        ) : (
          <PredictionChip home={home} away={away} isDouble={isDouble ?? false} />
        ),
    },
    { title: words.actualScore, wide: true, cell: scoreOf },
    { title: footballWords.points, end: true, cell: (row) => row.points_earned ?? "–" },
    { title: words.status, wide: true, cell: statusOf },
    { title: words.date, wide: true, cell: (row) => longDate(row.created_at) },
    {
      title: words.actions,
      hidesTitle: true,
      cell: (row) => (
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.deletePredictionOf({ match: labelOf(row) })}
          onClick={() => onDelete(row)}
        >
          {words.deleteLabel}
        </button>
      ),
    },
  ];
}

function DeletePrediction({ row, onClose }: { row: AdminPredictionRow; onClose: () => void }) {
  const remove = useAdminMutation(
    () => deletePrediction(row.id),
    { success: words.predictionDeletedSuccessfully, failure: words.failedToDeletePrediction },
    { stale: staleAfterPoints, onDone: onClose, undoId: () => latestUndo("delete_user_prediction") },
  );
  const teams = { home: clubName(row.home_team_name), away: clubName(row.away_team_name) };
  return (
    <ConfirmDialog
      open
      title={words.deletePredictionQuestion}
      keep={words.keepPrediction}
      confirm={words.deletePrediction}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>
        {row.points_earned
          ? words.deletionOfPoints({ ...teams, points: row.points_earned })
          : words.deletionOfPrediction(teams)}
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
      success: words.allPredictionsCleared({ name: memberName(player) }),
      failure: words.failedToClearPredictions,
    },
    { stale: staleAfterPoints, onDone: onClose, undoId: () => latestUndo("clear_user_predictions") },
  );
  return (
    <ConfirmDialog
      open
      title={words.clearPredictionsQuestion({ name: memberName(player) })}
      keep={words.keepPredictions}
      confirm={words.clearPredictions}
      pending={clear.isPending}
      error={clear.problem}
      onKeep={onClose}
      onConfirm={() => clear.mutate(undefined)}
    >
      <p>{words.undoForThirtySeconds}</p>
      <div className="loss-list">
        <b>{total}</b>
        <span>{words.labelOfPredictions({ predictions: total })}</span>
        <b>{player.points}</b>
        <span>{footballWords.labelOfPoints({ points: player.points })}</span>
      </div>
    </ConfirmDialog>
  );
}
