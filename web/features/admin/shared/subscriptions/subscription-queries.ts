import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";

export const subscriptionsOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "subscriptions", userId],
    queryFn: () => dataOf(backend().rest.from("subscriptions").select("*").eq("user_id", userId)),
  });

/** The club date of the last match that is scheduled, or null without one. */
export const lastMatchDate = queryOptions({
  queryKey: [subject.matches, "last date"],
  meta: managedMatches,
  queryFn: async () => {
    const scheduled = backend().rest.from("matches").select("match_date").neq("status", "cancelled");
    const [last] = await dataOf(scheduled.order("match_date", { ascending: false }).limit(1));
    return last?.match_date ?? null;
  },
});
