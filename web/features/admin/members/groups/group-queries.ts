import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

export const groupsPageSize = 50;

/** The club's groups, newest first. `words` are of the group's or the owner's name. */
export const clubGroups = (words: string, page: number) =>
  queryOptions({
    queryKey: [subject.groups, "admin", words, page],
    queryFn: ({ signal }) =>
      dataOf(
        backend()
          .rest.rpc("admin_groups", {
            search: words,
            page_limit: groupsPageSize,
            page_offset: page * groupsPageSize,
          })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });
