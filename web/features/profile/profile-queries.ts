import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";

/** The player's own profile row; null when the account has none. */
export const profileOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId],
    queryFn: async () =>
      (await dataOf(backend().rest.from("profiles").select("*").eq("id", userId).limit(1)))[0] ?? null,
  });

/** Every change of the player's prediction of one match, oldest first, by the server's clock. */
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
