import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminCompletionRow } from "../../../../backend/types/admin-rows.ts";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { completion, completionPageSize } from "./completion-queries.ts";
import { MissingPlayers } from "./missing-players.tsx";

export { PredictionsPanel as Component };

/** How many open matches each player has predicted. Shows counts only, because predictions are secret until the lock. */
function PredictionsPanel() {
  const queries = useQueryClient();
  const { words, searched, search, page, setPage } = usePagedSearch();
  const list = useQuery(completion(searched, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <section aria-labelledby="predictions">
      <div className="section-head">
        <h2 id="predictions">Predictions</h2>
        <button
          type="button"
          className="btn secondary small"
          onClick={() => void queries.invalidateQueries({ queryKey: [subject.dashboard] })}
        >
          <RefreshCw size={16} className={list.isFetching ? "spin" : ""} aria-hidden="true" />
          Refresh Data
        </button>
      </div>
      <MissingPlayers />
      <div className="toolbar after-content">
        <SearchField label="Find a player" value={words} onChange={search} />
      </div>
      {list.isPending && <SkeletonRows count={10} height={48} label="Loading completion" />}
      {list.isError && (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(list.error, "admin")}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && <EmptyState title="No players found" />}
      {list.data && list.data.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Upcoming matches predicted</th>
              </tr>
            </thead>
            <tbody>
              {list.data.map((row) => (
                <tr key={row.user_id}>
                  <td>
                    <PlayerName player={row.user_id} name={row.full_name} me={false} />
                  </td>
                  <td>
                    <Completion row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {total > completionPageSize && (
            <Pager page={page} pageSize={completionPageSize} total={total} onPage={setPage} />
          )}
        </div>
      )}
    </section>
  );
}

function Completion({ row }: { row: AdminCompletionRow }) {
  if (row.total_upcoming === 0) return <span className="faint">Nothing to predict</span>;
  return (
    <span className="completion">
      <progress
        value={row.predictions_made}
        max={row.total_upcoming}
        aria-label={`${row.full_name}'s predictions`}
      />
      {row.predictions_made} of {row.total_upcoming}
    </span>
  );
}
