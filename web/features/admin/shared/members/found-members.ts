import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The database finds none for helpers without a word of three characters. */
export const isSearchable = (words: string) => /\S{3}/.test(words);

/** For helpers: the first ten members whose name or phone number contains the words. */
export const membersFound = (search: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "members found", search],
    queryFn: ({ signal }) => dataOf(backend().rest.rpc("find_members", { search }).abortSignal(signal)),
    enabled: isSearchable(search),
    placeholderData: keepPreviousData,
  });

/** For admins: the first members whose name, phone number or email contains the words. */
export const playersFound = (search: string, most: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "players found", search, most],
    queryFn: ({ signal }) =>
      dataOf(
        backend()
          .rest.rpc("admin_players", { search, sort: "name", page_limit: most, page_offset: 0 })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });
