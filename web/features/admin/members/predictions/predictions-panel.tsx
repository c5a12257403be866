import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import * as words from "#words/admin-members";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminCompletionRow } from "../../../../backend/types/admin-rows.ts";
import { PlayerName } from "../../../../football/components/player-name.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { completion, completionPageSize } from "./completion-queries.ts";
import { MissingPlayers } from "./missing-players.tsx";

export { PredictionsPanel as Component };

/** How many open matches each player has predicted. Shows counts only, because predictions are secret until the lock. */
function PredictionsPanel() {
  const queries = useQueryClient();
  const { words: typed, searched, search, page, setPage } = usePagedSearch();
  const list = useQuery(completion(searched, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <section aria-labelledby="predictions">
      <div className="section-head">
        <h2 id="predictions">{words.predictions}</h2>
        <button
          type="button"
          className="btn secondary small"
          onClick={() => void queries.invalidateQueries({ queryKey: [subject.dashboard] })}
        >
          <RefreshCw size={16} className={list.isFetching ? "spin" : ""} aria-hidden="true" />
          <span>{words.refreshData}</span>
        </button>
      </div>
      <MissingPlayers />
      <div className="toolbar after-content">
        <SearchField label={words.findAPlayer} value={typed} onChange={search} />
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadDashboardData}
        loading={{ count: 10, height: 48, label: words.loadingCompletion }}
        empty={{ title: words.noPlayersFound }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable columns={columns} rows={data} keyOf={(row) => row.user_id} />
            <Pager page={page} pageSize={completionPageSize} total={total} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

const columns: readonly Column<AdminCompletionRow>[] = [
  { title: words.user, cell: (row) => <PlayerName player={row.user_id} name={row.full_name} me={false} /> },
  { title: words.upcomingMatchesPredicted, cell: (row) => <Completion row={row} /> },
];

function Completion({ row }: { row: AdminCompletionRow }) {
  if (row.total_upcoming === 0) return <span className="faint">{words.nothingToPredict}</span>;
  return (
    <span className="completion">
      <progress
        value={row.predictions_made}
        max={row.total_upcoming}
        aria-label={words.predictionsOf({ name: row.full_name })}
      />
      <span>
        {words.predictedOfUpcoming({
          predicted: row.predictions_made,
          upcoming: row.total_upcoming,
        })}
      </span>
    </span>
  );
}
