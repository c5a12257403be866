import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { SnapshotRow } from "../../../../backend/types/admin-rows.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { snapshotPlayers, snapshots } from "./management-queries.ts";

/** Lists the snapshots and shows the content of one. Nothing can be restored from a snapshot. */
export function SnapshotsDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<SnapshotRow | null>(null);
  const list = useInfiniteQuery(snapshots);
  return (
    <Dialog open wide onClose={onClose} title={chosen ? chosen.snapshot_name : "Snapshots"}>
      {chosen ? (
        <>
          <p>
            <button type="button" className="btn secondary small" onClick={() => setChosen(null)}>
              <ArrowLeft size={16} aria-hidden="true" />
              All snapshots
            </button>
          </p>
          <Players snapshot={chosen} />
        </>
      ) : (
        <>
          <QueryView
            query={list}
            failed="Failed to load snapshots"
            loading={{ count: 4, height: 56, label: "Loading snapshots" }}
            empty={{
              title: "No snapshots yet",
              text: "A snapshot is created whenever all points are cleared.",
            }}
          >
            {({ pages }) => (
              <ul className="record-list">
                {pages.flat().map((snapshot) => (
                  <li key={snapshot.id}>
                    <div>
                      <b>{snapshot.snapshot_name}</b>
                      <span>
                        {longDate(snapshot.created_at)}, {plural(snapshot.players, "player")},{" "}
                        {plural(snapshot.predictions, "prediction")}
                      </span>
                    </div>
                    <button
                      type="button"
                      className="btn secondary small"
                      aria-label={`Open ${snapshot.snapshot_name}`}
                      onClick={() => setChosen(snapshot)}
                    >
                      Open
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
          <LoadMoreButton query={list} className="btn secondary">
            Older snapshots
          </LoadMoreButton>
        </>
      )}
    </Dialog>
  );
}

function Players({ snapshot }: { snapshot: SnapshotRow }) {
  const list = useInfiniteQuery(snapshotPlayers(snapshot.id));
  return (
    <>
      <QueryView
        query={list}
        failed="Failed to load snapshots"
        loading={{ count: 6, height: 44, label: "Loading the snapshot" }}
        empty={{ title: "No predictions in this snapshot" }}
      >
        {({ pages }) => (
          <ul className="record-list">
            {pages.flat().map((row) => (
              <li key={row.position}>
                <details>
                  <summary>
                    <b>{row.user_name}</b> <span>{plural(row.total_points, "point")}</span>
                  </summary>
                  <DataTable
                    columns={columns}
                    rows={predictionsIn(row.predictions)}
                    keyOf={({ match }) => match}
                  />
                </details>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={list} className="btn secondary">
        More players
      </LoadMoreButton>
    </>
  );
}

interface SnapshotPrediction {
  match: string;
  prediction: string;
  actual: string | null;
  points: number | null;
}

const columns: readonly Column<SnapshotPrediction>[] = [
  { title: "Match", cell: ({ match }) => match },
  { title: "Prediction", cell: ({ prediction }) => prediction },
  { title: "Actual", cell: ({ actual }) => actual ?? "–" },
  { title: "Points", cell: ({ points }) => points ?? "–" },
];

/** The entries of the JSON column. Entries of another shape are skipped. */
function predictionsIn(predictions: unknown): SnapshotPrediction[] {
  if (!Array.isArray(predictions)) return [];
  return predictions.filter(
    (entry): entry is SnapshotPrediction =>
      typeof entry === "object" && entry !== null && "match" in entry && "prediction" in entry,
  );
}
