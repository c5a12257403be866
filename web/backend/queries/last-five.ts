import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import type { LastFiveRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";

/** The last five results of each of these players, oldest first; null where there was no prediction. */
export const formOf = (league: string, userIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "form", userIds],
    queryFn: () => dataOf(backend().rest.rpc("last_five", { league, user_ids: [...userIds] })),
    select: byPlayer,
    enabled: userIds.length > 0,
  });

/** Defined outside the query, because a new function in every render would count as a change. */
function byPlayer(rows: readonly LastFiveRow[]): Map<string, (number | null)[]> {
  const form = new Map<string, (number | null)[]>();
  for (const row of rows.toSorted((one, other) => other.position - one.position)) {
    form.set(row.user_id, [...(form.get(row.user_id) ?? []), row.points_earned]);
  }
  return form;
}
