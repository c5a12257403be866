import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { allRows } from "../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../backend/paging/paging.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";
import type { PredictionChangeRow } from "../../backend/types/rows.ts";

/** The player's profile; null if the account has none. */
export const profileOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId],
    meta: onDevice,
    queryFn: async () =>
      (await dataOf(backend().rest.from("profiles").select("*").eq("id", userId).limit(1)))[0] ?? null,
  });

const oldestFirst: Order<PredictionChangeRow> = [
  ["changed_at", "asc"],
  ["id", "asc"],
];

/** The changes of the player's prediction of one match, oldest first. */
export const changesOf = (userId: string, matchId: string) =>
  queryOptions({
    queryKey: [subject.predictions, userId, "changes", matchId],
    meta: onDevice,
    queryFn: () =>
      allRows<PredictionChangeRow>((size, after) => {
        const changes = backend().rest.from("prediction_changes").select("*").eq("user_id", userId);
        return dataOf(pageOf(changes.eq("match_id", matchId), oldestFirst, size, after));
      }),
  });
