import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../../backend/answer.ts";
import { backend } from "../../../backend/client.ts";
import { subject } from "../../../backend/query-keys.ts";

export const completionPage = 20;
const namedAtMost = 500;

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

/** Players who miss at least one open match, by name. */
export const missingPlayers = queryOptions({
  queryKey: [subject.dashboard, "missing"],
  queryFn: () =>
    dataOf(
      backend().rest.rpc("who_has_not_predicted", {
        _match_id: null,
        page_limit: namedAtMost,
        page_offset: 0,
      }),
    ),
});
