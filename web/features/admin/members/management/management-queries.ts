import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { newestFirst, type Order, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import type {
  AdminPredictionRow,
  SnapshotPlayerRow,
  SnapshotRow,
} from "../../../../backend/types/admin-rows.ts";

/** Not part of the dashboard's subject: every load is audited and rate limited, so live updates must not repeat it. */
// not a text: a key of queries
const auditedPredictions = "a player's predictions";

/** The subjects to load again after a change of a player's points or account. */
export const staleAfterManagement = [subject.dashboard, auditedPredictions, ...staleAfterResult] as const;

const predictionsPageSize = 50;

const snapshotsPageSize = 20;

const snapshotPageSize = 50;

const byPosition: Order<SnapshotPlayerRow> = [["position", "asc"]];

/** A player's predictions, newest first, page by page. Every load is audited. */
export const predictionsOf = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [auditedPredictions, userId],
    ...pagesAfterRow<AdminPredictionRow>(predictionsPageSize),
    queryFn: ({ pageParam }) =>
      dataOf(
        backend().rest.rpc("admin_user_predictions", {
          _user_id: userId,
          page_limit: predictionsPageSize,
          ...(pageParam && { before_created: pageParam.created_at, before_id: pageParam.id }),
        }),
      ),
    // Every load is audited and rate limited, so only opening the dialog loads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The snapshots, latest first, page by page. */
export const snapshots = infiniteQueryOptions({
  queryKey: [subject.dashboard, "snapshots"],
  ...pagesAfterRow<SnapshotRow>(snapshotsPageSize),
  queryFn: ({ pageParam }) => {
    const query = backend()
      .rest.from("predictions_snapshots")
      .select("id,snapshot_name,description,created_by_admin,created_at,players,predictions");
    return dataOf(pageOf(query, newestFirst, snapshotsPageSize, pageParam));
  },
});

/** Players of a snapshot, best first, page by page. */
export const snapshotPlayers = (snapshotId: string) =>
  infiniteQueryOptions({
    queryKey: [subject.dashboard, "snapshot", snapshotId],
    ...pagesAfterRow<SnapshotPlayerRow>(snapshotPageSize),
    queryFn: ({ pageParam }) =>
      dataOf(
        pageOf(
          backend().rest.from("snapshot_players").select("*").eq("snapshot_id", snapshotId),
          byPosition,
          snapshotPageSize,
          pageParam,
        ),
      ),
  });

export const pinState = queryOptions({
  queryKey: [subject.dashboard, "pin"],
  queryFn: async () => (await dataOf(backend().rest.rpc("clear_points_pin_state")))[0]?.is_set ?? false,
});
