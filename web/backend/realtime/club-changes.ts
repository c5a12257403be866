import type { RealtimeChannel } from "@supabase/realtime-js";
import { nextTask } from "../../browser/when-idle.ts";
import type { MatchRow, NotificationRow } from "../types/rows.ts";
import { acquireConnection } from "./shared-connection.ts";

export interface ClubListener {
  /** A match row changed; the new row as the database sent it. */
  match: (row: MatchRow) => void;
  /** The signed-in player got a notification. */
  notification: (row: NotificationRow) => void;
  /** An admin saved or removed a setting that the caller may read. */
  settings: () => void;
  /** News was added, changed or taken away. */
  news: () => void;
  /**
   * A channel tells of changes from now on: at first, or again after a break of the line. What was read before may have
   * missed one.
   */
  listening: (channel: "club" | "notifications", again: boolean) => void;
}

/**
 * Follows the club live until the returned function is called: what everyone may see, and with a user id their own
 * notifications. Reconnects by itself.
 */
export function followClub(userId: string | null, listener: ClubListener): () => void {
  const client = acquireConnection();
  const follow = (name: "club" | "notifications", channel: RealtimeChannel) => {
    let again = false;
    channel.subscribe((status) => {
      if (status !== "SUBSCRIBED") return;
      listener.listening(name, again);
      again = true;
    });
  };
  let stopped = false;
  void client.ready.then(async () => {
    if (stopped) return;
    follow(
      "club",
      client
        .channel("club")
        .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, (change) =>
          listener.match(change.new as MatchRow),
        )
        .on("postgres_changes", { event: "*", schema: "public", table: "admin_settings" }, listener.settings)
        .on("postgres_changes", { event: "*", schema: "public", table: "news" }, listener.news),
    );
    await nextTask();
    if (userId && !stopped)
      follow(
        "notifications",
        client
          .channel("notifications")
          .on(
            "postgres_changes",
            { event: "INSERT", schema: "public", table: "notifications", filter: `user_id=eq.${userId}` },
            (change) => listener.notification(change.new as NotificationRow),
          ),
      );
  });
  return () => {
    stopped = true;
    client.release();
  };
}
