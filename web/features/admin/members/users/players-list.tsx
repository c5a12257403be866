import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as words from "#words/admin-members";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { type PlayerSort, players, playersPageSize } from "./player-queries.ts";

/** `place`: the row's number in the whole list. */
export type PlayerRow = AdminPlayerRow & { place: number };
export type PlayerColumn = Column<PlayerRow, PlayerSort>;

interface Props {
  columns: readonly PlayerColumn[];
  tools?: ReactNode;
}

/** A table of players with search, sorting and paging. The caller chooses the columns. */
export function PlayersList({ columns, tools }: Props) {
  const { words: typed, searched, search, page, setPage } = usePagedSearch();
  const [sort, setSort] = useState<PlayerSort>("points");
  const list = useQuery(players(searched, sort, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <>
      <div className="toolbar">
        <SearchField label={words.searchByNameOrContact} value={typed} onChange={search} />
        {tools}
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadDashboardData}
        loading={{ count: 10, height: 48, label: words.loadingUsers }}
        empty={{
          title: words.noPlayersFound,
          text: searched ? words.noUserMatches({ searched }) : words.noPlayersHaveJoinedYet,
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable
              columns={columns}
              rows={data.map((row, at) => ({ ...row, place: page * playersPageSize + at + 1 }))}
              keyOf={(row) => row.user_id}
              order={{
                sort,
                direction: sort === "name" ? "ascending" : "descending",
                onSort: (next) => {
                  setSort(next);
                  setPage(0);
                },
              }}
            />
            <Pager page={page} pageSize={playersPageSize} total={total} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </>
  );
}
