import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { callFunction } from "../connection/edge-functions.ts";
import { dataOf } from "../connection/response.ts";
import { acquireConnection } from "../realtime/shared-connection.ts";

/** The live-score provider, as Live Scores and API Settings both show it. */
export const providerSubject = "live-score provider";

/** It is asked every minute while a match is in play. */
const refreshEvery = 15_000;

export const providerState = queryOptions({
  queryKey: [providerSubject, "state"],
  queryFn: async () => (await dataOf(backend().rest.rpc("provider_state")))[0] ?? null,
  refetchInterval: refreshEvery,
});

/** Asks the provider now. Resolves to how that went, in words for the admin. */
export async function syncLiveScores(): Promise<{ success: boolean; message: string }> {
  const answer = await callFunction("sync-live-scores", {});
  const told = (field: string): unknown =>
    typeof answer === "object" && answer !== null ? Reflect.get(answer, field) : undefined;
  const message = told("message");
  return {
    success: told("success") === true,
    message: typeof message === "string" ? message : "An error occurred. Please try again.",
  };
}

/**
 * Calls `changed` when the live score of a match changes and when the connection is restored, until the returned
 * function is called.
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
