import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { type PlayerSort, players, playersPageSize } from "./player-queries.ts";

export interface Column {
  key: string;
  title: ReactNode;
  /** The order when the list is sorted by this column; absent if it cannot be. */
  sort?: PlayerSort;
  /** Hidden on a phone. */
  wide?: boolean;
  end?: boolean;
  cell: (row: AdminPlayerRow, place: number) => ReactNode;
}

interface Props {
  columns: readonly Column[];
  /** The second line of a row on a phone, which replaces the hidden columns. */
  summary: (row: AdminPlayerRow) => string;
  tools?: ReactNode;
}

/** A table of players with search, sorting and paging. The caller chooses the columns. */
export function PlayersList({ columns, summary, tools }: Props) {
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
            <table className="table">
              <thead>
                <tr>
                  {columns.map(({ key, title, sort: by, wide, end }) => (
                    <th
                      key={key}
                      scope="col"
                      className={`${wide ? "wide-cell" : ""} ${end ? "align-end" : ""}`}
                      aria-sort={by && by === sort ? (by === "name" ? "ascending" : "descending") : undefined}
                    >
                      {by ? (
                        <button
                          type="button"
                          onClick={() => {
                            setSort(by);
                            setPage(0);
                          }}
                        >
                          {title}
                        </button>
                      ) : (
                        title
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((row, at) => (
                  <tr key={row.user_id}>
                    {columns.map(({ key, cell, wide, end }) => (
                      <td key={key} className={`${wide ? "wide-cell" : ""} ${end ? "align-end" : ""}`}>
                        {cell(row, page * playersPageSize + at + 1)}
                        {key === "user" && <small className="second-line">{summary(row)}</small>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager page={page} pageSize={playersPageSize} total={total} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </>
  );
}
