import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

export const codesPageSize = 20;

/** Null includes every state. */
export type CodeState = "unused" | "used" | "expired" | null;

/** A page of codes, newest first, each with the player who used it. `search`: digits of a code, or a player. */
export const codes = (state: CodeState, search: string, page: number) =>
  queryOptions({
    queryKey: [subject.codes, state, search, page],
    queryFn: ({ signal }) =>
      dataOf(
        backend()
          .rest.rpc("admin_plan_codes", {
            state,
            search,
            page_limit: codesPageSize,
            page_offset: page * codesPageSize,
          })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  });
