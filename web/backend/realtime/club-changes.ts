import type { RealtimeChannel } from "@supabase/realtime-js";
import { nextTask } from "../../browser/when-idle.ts";
import type { MatchRow, NotificationRow } from "../types/rows.ts";
import { acquireConnection } from "./shared-connection.ts";

export interface ClubListener {
  /** A match changed; the new row. */
  match: (row: MatchRow) => void;
  /** The signed-in player received a notification. */
  notification: (row: NotificationRow) => void;
  /** An admin saved or removed a setting that the caller may read. */
  settings: () => void;
  /** One of the signed-in player's groups, or its members, changed. */
  group: () => void;
  /** News was added, changed or removed. */
  news: () => void;
  /**
   * A channel is subscribed, for the first time or (`again`) after a lost connection. Data that was loaded before may
   * miss a change.
   */
  subscribed: (channel: "club" | "notifications", again: boolean) => void;
}

/**
 * Subscribes to the club's public changes, and with a user id to that player's notifications, until the returned
 * function is called. Reconnects automatically.
 */
export function followClub(userId: string | null, listener: ClubListener): () => void {
  const client = acquireConnection();
  const follow = (name: "club" | "notifications", channel: RealtimeChannel) => {
    let again = false;
    channel.subscribe((status) => {
      if (status !== "SUBSCRIBED") return;
      listener.subscribed(name, again);
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
          )
          .on("postgres_changes", { event: "*", schema: "public", table: "group_changes" }, listener.group),
      );
  });
  return () => {
    stopped = true;
    client.release();
  };
}
