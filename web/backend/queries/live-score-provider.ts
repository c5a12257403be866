import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/backend";
import { backend } from "../connection/client.ts";
import { callFunction } from "../connection/edge-functions.ts";
import { dataOf } from "../connection/response.ts";
import { acquireConnection } from "../live/shared-connection.ts";

/** The first word of the query keys about the live-score provider. Shared by Live Scores and API Settings. */
// not a text: a key
export const providerSubject = "live-score provider";

/** The provider is polled every minute while a match is in play. */
const refreshEvery = 15_000;

export const providerState = queryOptions({
  queryKey: [providerSubject, "state"],
  meta: { isOnDevice: false },
  queryFn: async () => (await dataOf(backend().rest.rpc("provider_state")))[0] ?? null,
  refetchInterval: refreshEvery,
});

/** Polls the provider now. Resolves to the result with a message for the admin, in English and as facts. */
export async function syncLiveScores(): Promise<{ success: boolean; message: string; facts: unknown }> {
  const answer = await callFunction("sync-live-scores", {});
  const field = (name: string): unknown =>
    typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
  const message = field("message");
  return {
    success: field("success") === true,
    message: typeof message === "string" ? message : words.anErrorOccurred,
    facts: field("facts"),
  };
}

/**
 * Calls `changed` after each change of a live score and after each (re)connection, until the returned function is
 * called.
 */
export function followLiveScores(changed: () => void): () => void {
  const client = acquireConnection();
  let stopped = false;
  void client.ready.then(() => {
    if (stopped) return;
    client
      .channel("live-scores")
      .on("postgres_changes", { event: "*", schema: "public", table: "live_scores" }, changed)
      .subscribe((status) => {
        if (status === "SUBSCRIBED") changed();
      });
  });
  return () => {
    stopped = true;
    client.release();
  };
}
