import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-club";
import * as footballWords from "#words/football";
import type { SnapshotRow } from "../../../../backend/types/admin-rows.ts";
import { matchLabel } from "../../../../football/time/club-day.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { LoadMoreButton } from "../../../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { snapshotPlayers, snapshots } from "./points-queries.ts";

/** Lists the snapshots and shows the content of one. Nothing can be restored from a snapshot. */
export function SnapshotsDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<SnapshotRow | null>(null);
  const list = useInfiniteQuery(snapshots);
  return (
    <Dialog open wide onClose={onClose} title={chosen ? chosen.snapshot_name : words.snapshots}>
      {chosen ? (
        <>
          <p>
            <button type="button" className="btn secondary small" onClick={() => setChosen(null)}>
              <ArrowLeft size={16} aria-hidden="true" />
              <span>{words.allSnapshots}</span>
            </button>
          </p>
          <Players snapshot={chosen} />
        </>
      ) : (
        <>
          <QueryView
            query={list}
            failed={words.failedToLoadSnapshots}
            loading={{ count: 4, height: 56, label: words.loadingSnapshots }}
            empty={{
              title: words.noSnapshotsYet,
              text: words.whenSnapshotsAreCreated,
            }}
          >
            {({ pages }) => (
              <ul className="record-list">
                {pages.flat().map((snapshot) => (
                  <li key={snapshot.id}>
                    <div>
                      <b>{snapshot.snapshot_name}</b>
                      <span>
                        {words.snapshotSummary({
                          date: longDate(snapshot.created_at),
                          players: snapshot.players,
                          predictions: snapshot.predictions,
                        })}
                      </span>
                    </div>
                    <button
                      type="button"
                      className="btn secondary small"
                      aria-label={words.openNamed({ name: snapshot.snapshot_name })}
                      onClick={() => setChosen(snapshot)}
                    >
                      {words.open}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
          <LoadMoreButton query={list} className="btn secondary">
            {words.olderSnapshots}
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
        failed={words.failedToLoadSnapshots}
        loading={{ count: 6, height: 44, label: words.loadingTheSnapshot }}
        empty={{ title: words.noPredictionsInThisSnapshot }}
      >
        {({ pages }) => (
          <ul className="record-list">
            {pages.flat().map((row) => (
              <li key={row.position}>
                <details>
                  <summary>
                    <b>{row.user_name}</b>{" "}
                    <span>{footballWords.countOfPoints({ count: row.total_points })}</span>
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
        {words.morePlayers}
      </LoadMoreButton>
    </>
  );
}

/** The database writes a score with a hyphen. */
const scoreIn = (score: string) => score.replace("-", "–");

interface SnapshotPrediction {
  match: string;
  prediction: string;
  actual: string | null;
  points: number | null;
}

const columns: readonly Column<SnapshotPrediction>[] = [
  { title: words.match, cell: ({ match }) => matchLabel(match) },
  { title: words.prediction, cell: ({ prediction }) => scoreIn(prediction) },
  { title: words.actual, cell: ({ actual }) => scoreIn(actual ?? "–") },
  { title: footballWords.points, cell: ({ points }) => points ?? "–" },
];

/** The entries of the JSON column. Entries of another shape are skipped. */
function predictionsIn(predictions: unknown): SnapshotPrediction[] {
  if (!Array.isArray(predictions)) return [];
  return predictions.filter(
    (entry): entry is SnapshotPrediction =>
      typeof entry === "object" && entry !== null && "match" in entry && "prediction" in entry,
  );
}
