import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

export const owingPageSize = 20;

/** For each plan the latest amount that was paid for it, and how many paid codes and subscriptions run. */
export const planSales = queryOptions({
  queryKey: [subject.codes, "sales"],
  queryFn: () => dataOf(backend().rest.rpc("plan_sales")),
});

/** A page of members who owe a subscription, by name. */
export const owingMembers = (page: number) =>
  queryOptions({
    queryKey: [subject.dashboard, "owing", page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("members_who_owe", {
          page_limit: owingPageSize,
          page_offset: page * owingPageSize,
        }),
      ),
    placeholderData: keepPreviousData,
  });
