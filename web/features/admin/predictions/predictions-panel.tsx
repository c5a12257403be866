import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, RefreshCw } from "lucide-react";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { AdminCompletionRow } from "../../../backend/types/admin-rows.ts";
import { PlayerName } from "../../../football/components/player-name.tsx";
import { plural } from "../../../football/rules/ranking.ts";
import { SearchField } from "../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../ui/forms/use-paged-search.ts";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { Pager } from "../../../ui/pager.tsx";
import { allMissingPlayers, completion, completionPageSize, missingPlayers } from "./completion-queries.ts";

/** How many open matches each player has predicted. Shows counts only, because predictions are secret until the lock. */
export function PredictionsPanel() {
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

/** The players with missing predictions, as a list that can be copied into a message. */
function MissingPlayers() {
  const missing = useQuery(missingPlayers);
  const rows = missing.data ?? [];
  const total = rows[0]?.total_count ?? 0;
  const copy = async () => {
    try {
      const lines = (await allMissingPlayers(rows)).map(
        (row) => `${row.full_name}: ${plural(row.missing, "match", "matches")}`,
      );
      await navigator.clipboard.writeText(lines.join("\n"));
      toast.success("List copied to clipboard");
    } catch {
      toast.error("Copying failed. Select the list and copy it by hand.");
    }
  };
  if (missing.isPending) return <SkeletonRows count={1} height={120} label="Loading missing predictions" />;
  if (missing.isError)
    return (
      <Failure
        title="Failed to load dashboard data"
        reason={messageFor(missing.error, "admin")}
        onRetry={() => void missing.refetch()}
      />
    );
  if (total === 0)
    return <p className="notice success">Every player has predicted all matches open to them.</p>;
  return (
    <section className="panel" aria-labelledby="missing">
      <div className="missing-predictions-head">
        <h3 id="missing">Players with missing predictions: {total}</h3>
        <button type="button" className="btn secondary small" onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
          Copy the list
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too */}
      <p className="missing-names" tabIndex={0}>
        {rows.map((row) => `${row.full_name} (${row.missing})`).join(", ")}
        {total > rows.length && `, and ${total - rows.length} more`}
      </p>
    </section>
  );
}
