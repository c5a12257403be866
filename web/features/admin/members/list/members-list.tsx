import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as words from "#words/admin-members";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import {
  type Completion,
  type MemberRow,
  type MemberSort,
  members,
  membersPageSize,
} from "./member-queries.ts";

interface Props {
  columns: readonly Column<MemberRow, MemberSort>[];
  /** Counts the open matches of each member and offers to filter by them. */
  hasCompletion: boolean;
  tools: ReactNode;
}

const filters: readonly (readonly [NonNullable<Completion>, string])[] = [
  ["everyone", words.allMembers],
  ["predicted_all", words.predictedAll],
  ["predicted_some", words.predictedSome],
  ["predicted_none", words.predictedNone],
];

/** The members with search, sorting and paging. Search, order and page stay when the columns change. */
export function MembersList({ columns, hasCompletion, tools }: Props) {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const [sort, setSort] = useState<MemberSort>("points");
  const [filter, setFilter] = useState<NonNullable<Completion>>("everyone");
  const list = useQuery(members(searched, sort, page, hasCompletion ? filter : null));
  const total = list.data?.[0]?.total_count ?? 0;
  // The page of a filtered list is not a page of the whole list.
  if (!hasCompletion && filter !== "everyone") {
    setFilter("everyone");
    setPage(0);
  }
  return (
    <>
      <div className="toolbar">
        <SearchField label={words.searchByNameOrContact} search={search} list={list} />
        {hasCompletion && (
          <label className="field">
            <span className="visually-hidden">{words.upcomingMatchesPredicted}</span>
            <select
              value={filter}
              onChange={(event) => {
                setFilter(filters.find(([value]) => value === event.target.value)?.[0] ?? "everyone");
                setPage(0);
              }}
            >
              {filters.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {tools}
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadDashboardData}
        loading={{ count: 10, height: 48, label: words.loadingUsers }}
        empty={{
          title: words.noPlayersFound,
          ...(searched && { text: words.noUserMatches({ searched }) }),
        }}
      >
        {(data) => (
          <div className="table-frame last-column-stays">
            <DataTable
              columns={columns}
              rows={data}
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
            <Pager page={page} pageSize={membersPageSize} total={total} list={list} onPage={setPage} />
          </div>
        )}
      </QueryView>
    </>
  );
}
