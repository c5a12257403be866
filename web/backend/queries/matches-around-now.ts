import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { serverNow } from "../connection/server-clock.ts";
import { allRows } from "../paging/all-rows.ts";
import { type Order, pageOf } from "../paging/paging.ts";
import type { MatchRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { byTime, onDeviceDated } from "./query-meta.ts";

const hour = 3_600_000;

/** From twelve hours ago to in twelve hours, in milliseconds since 1970. To the hour, so that visits in one hour ask the same. */
function aroundNow(): { from: number; to: number } {
  const now = serverNow();
  return { from: (Math.floor(now / hour) - 12) * hour, to: (Math.ceil(now / hour) + 12) * hour };
}

const earliestFirst: Order<MatchRow> = [
  ["kickoff_at", "asc"],
  ["id", "asc"],
];

/** The matches with a kick-off twelve hours ago or ahead at most, to the hour. Older ones without a result are listed elsewhere. */
export const matchesAroundNow = queryOptions({
  queryKey: [subject.matches, "around now"],
  meta: {
    ...onDeviceDated,
    matchList: {
      has: ({ status, kickoff_at }) => {
        const { from, to } = aroundNow();
        const kickOff = Date.parse(kickoff_at);
        return status !== "cancelled" && kickOff >= from && kickOff <= to;
      },
      order: byTime("kickoff_at"),
    },
  },
  queryFn: () => {
    const { from, to } = aroundNow();
    return allRows<MatchRow>((size, after) => {
      const near = backend()
        .rest.from("matches")
        .select("*")
        .gte("kickoff_at", new Date(from).toISOString())
        .lte("kickoff_at", new Date(to).toISOString());
      return dataOf(pageOf(near.neq("status", "cancelled"), earliestFirst, size, after));
    });
  },
});
