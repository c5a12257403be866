import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { newestFirst, type Order, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SnapshotPlayerRow, SnapshotRow } from "../../../../backend/types/admin-rows.ts";

const snapshotsPageSize = 20;

const snapshotPageSize = 50;

const byPosition: Order<SnapshotPlayerRow> = [["position", "asc"]];

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
