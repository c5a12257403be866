import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { MissingPlayerRow } from "../../../backend/types/admin-rows.ts";

export const completionPage = 20;
const missingPage = 500;

/** A page of players by name: how many open matches each may predict, and how many of those are predicted. */
export const completion = (search: string, page: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "completion", search, page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("admin_completion", {
          search,
          page_limit: completionPage,
          page_offset: page * completionPage,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Players who miss at least one open match, by name: the first page of them. */
export const missingPlayers = queryOptions({
  queryKey: [subject.dashboard, "missing"],
  queryFn: () => missingFrom(0),
});

/** All of them, page by page, after the first page that is known. */
export async function everyoneMissing(first: readonly MissingPlayerRow[]): Promise<MissingPlayerRow[]> {
  const all = [...first];
  const total = first[0]?.total_count ?? 0;
  while (all.length < total) {
    const page = await missingFrom(all.length);
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

function missingFrom(page_offset: number): Promise<MissingPlayerRow[]> {
  return dataOf(
    backend().rest.rpc("players_missing_predictions", {
      _match_id: null,
      page_limit: missingPage,
      page_offset,
    }),
  );
}
