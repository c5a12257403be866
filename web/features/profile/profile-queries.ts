import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";

/** The player's profile; null if the account has none. */
export const profileOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId],
    queryFn: async () =>
      (await dataOf(backend().rest.from("profiles").select("*").eq("id", userId).limit(1)))[0] ?? null,
  });

/** The changes of the player's prediction of one match, oldest first. */
export const changesOf = (userId: string, matchId: string) =>
  queryOptions({
    queryKey: [subject.predictions, userId, "changes", matchId],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("prediction_changes")
          .select("*")
          .eq("user_id", userId)
          .eq("match_id", matchId)
          .order("changed_at")
          .limit(200),
      ),
  });
