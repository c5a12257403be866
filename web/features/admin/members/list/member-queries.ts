import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";

export const membersPageSize = 20;

/** `place`: the row's number in the whole list. */
export type MemberRow = AdminPlayerRow & { place: number };
export type MemberSort = "points" | "perfect_scores" | "accuracy" | "predictions" | "name" | "joined";
/** Which members the list has, by their open matches. With null the list does not count open matches. */
export type Completion = "everyone" | "predicted_all" | "predicted_some" | "predicted_none" | null;

/** A page of members with their figures. `search` filters by name, phone number or email. */
export const members = (search: string, sort: MemberSort, page: number, completion: Completion = null) =>
  queryOptions({
    queryKey: [subject.dashboard, "players", search, sort, page, completion],
    queryFn: async ({ signal }): Promise<MemberRow[]> => {
      const rows = await dataOf(
        backend()
          .rest.rpc("admin_players", {
            search,
            sort,
            page_limit: membersPageSize,
            page_offset: page * membersPageSize,
            ...(completion && { completion }),
          })
          .abortSignal(signal),
      );
      return rows.map((row, at) => ({ ...row, place: page * membersPageSize + at + 1 }));
    },
    placeholderData: keepPreviousData,
  });
