import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
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
  const { words, searched, search, page, setPage } = usePagedSearch();
  const [sort, setSort] = useState<PlayerSort>("points");
  const list = useQuery(players(searched, sort, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <>
      <div className="toolbar">
        <SearchField label="Search by name, phone or email" value={words} onChange={search} />
        {tools}
      </div>
      <QueryView
        query={list}
        failed="Failed to load dashboard data"
        loading={{ count: 10, height: 48, label: "Loading users" }}
        empty={{
          title: "No players found",
          text: searched
            ? `No user has “${searched}” in name, phone or email.`
            : "No players have joined yet.",
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
