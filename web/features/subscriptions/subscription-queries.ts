import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";

/** The player's current and past subscriptions. */
export const mySubscriptions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "own"],
    meta: onDevice,
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("subscriptions")
          .select("*")
          .eq("user_id", userId)
          .order("expires_at", { ascending: false }),
      ),
  });

/** What was paid by the player, or for the player's codes and subscriptions, latest first. */
export const myPayments = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "payments"],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("my_payments")),
  });
