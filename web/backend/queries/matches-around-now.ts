import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { serverNow } from "../connection/server-clock.ts";
import { allRows } from "../paging/all-rows.ts";
import { type Order, pageOf } from "../paging/paging.ts";
import type { MatchRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { byTime, onDeviceDated } from "./query-meta.ts";

const twelveHours = 12 * 3_600_000;

const earliestFirst: Order<MatchRow> = [
  ["kickoff_at", "asc"],
  ["id", "asc"],
];

/** The matches with a kick-off less than twelve hours ago or ahead. Older ones without a result are listed elsewhere. */
export const matchesAroundNow = queryOptions({
  queryKey: [subject.matches, "around now"],
  meta: {
    ...onDeviceDated,
    matchList: {
      has: ({ status, kickoff_at }) =>
        status !== "cancelled" && Math.abs(Date.parse(kickoff_at) - serverNow()) <= twelveHours,
      order: byTime("kickoff_at"),
    },
  },
  queryFn: () => {
    const from = new Date(serverNow() - twelveHours).toISOString();
    const to = new Date(serverNow() + twelveHours).toISOString();
    return allRows<MatchRow>((size, after) => {
      const near = backend().rest.from("matches").select("*").gte("kickoff_at", from).lte("kickoff_at", to);
      return dataOf(pageOf(near.neq("status", "cancelled"), earliestFirst, size, after));
    });
  },
});
