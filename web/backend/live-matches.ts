import { RealtimeClient } from "@supabase/realtime-js";
import { backend } from "./client.ts";
import type { MatchRow } from "./rows.ts";

export interface MatchListener {
  /** A match row changed; the new row as the database sent it. */
  changed: (match: MatchRow) => void;
  /** The line came back after a break: changes in between were missed. */
  resumed: () => void;
}

/** Listens to updates of `matches` until the returned function is called. Reconnects by itself. */
export function listenToMatches(listener: MatchListener): () => void {
  const { config, auth, token } = backend();
  const client = new RealtimeClient(`${config.url.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: config.publishable_key },
    accessToken: token,
  });
  let joined = false;
  const channel = client
    .channel("matches")
    .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, (change) =>
      listener.changed(change.new as MatchRow),
    )
    .subscribe((status) => {
      if (status !== "SUBSCRIBED") return;
      if (joined) listener.resumed();
      joined = true;
    });
  const { data } = auth.onAuthStateChange((event) => {
    if (event === "TOKEN_REFRESHED") void client.setAuth();
  });
  return () => {
    data.subscription.unsubscribe();
    void client.removeChannel(channel).then(() => client.disconnect());
  };
}
