import type { RealtimeChannel } from "@supabase/realtime-js";
import { nextTask } from "../../browser/when-idle.ts";
import { subject } from "../queries/query-keys.ts";
import type { MatchRow, NotificationRow } from "../types/rows.ts";
import { onOwnWrite } from "./own-writes.ts";
import { acquireConnection } from "./shared-connection.ts";

export interface ClubListener {
  /** A match changed, or the undoing of a deletion brought it back with its result. */
  match: (row: MatchRow) => void;
  /** A match was deleted. */
  matchDeleted: (id: string) => void;
  /** The signed-in player received a notification. */
  notification: (row: NotificationRow) => void;
  /** An admin saved or removed a setting that the caller may read. */
  settings: () => void;
  /** One of the signed-in player's groups, or its members, changed. */
  group: () => void;
  /** News was added, changed or removed. */
  news: () => void;
  /** The signed-in player changed something on another device, or an admin changed a subscription; a query key's first word. */
  own: (changed: string) => void;
  /** A channel is subscribed, for the first time or after a lost connection: changes before may be missing. */
  subscribed: () => void;
}

/**
 * Subscribes to the club's public changes, and with a user id to that player's own, until the returned function is called.
 * Tells the player's other devices of each write. Reconnects automatically.
 */
export function followClub(userId: string | null, listener: ClubListener): () => void {
  const client = acquireConnection();
  const follow = (channel: RealtimeChannel) =>
    channel.subscribe((status) => {
      if (status === "SUBSCRIBED") listener.subscribed();
    });
  let stopped = false;
  let unsubscribe = (): void => undefined;
  void client.ready.then(async () => {
    if (stopped) return;
    follow(
      client
        .channel("club")
        .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, (change) =>
          listener.match(change.new as MatchRow),
        )
        .on("postgres_changes", { event: "DELETE", schema: "public", table: "matches" }, (change) =>
          listener.matchDeleted(String(change.old.id)),
        )
        .on(
          "postgres_changes",
          { event: "INSERT", schema: "public", table: "matches", filter: "status=neq.upcoming" },
          (change) => listener.match(change.new as MatchRow),
        )
        .on("postgres_changes", { event: "*", schema: "public", table: "admin_settings" }, listener.settings)
        .on("postgres_changes", { event: "*", schema: "public", table: "news_changes" }, listener.news),
    );
    await nextTask();
    if (userId && !stopped) {
      const member = client.privateChannel(`member:${userId}`);
      const filter = `user_id=eq.${userId}`;
      follow(
        member
          .on(
            "postgres_changes",
            { event: "INSERT", schema: "public", table: "notifications", filter },
            (change) => listener.notification(change.new as NotificationRow),
          )
          .on("postgres_changes", { event: "*", schema: "public", table: "subscriptions", filter }, () =>
            listener.own(subject.subscriptions),
          )
          .on("broadcast", { event: "changed" }, ({ payload }) => listener.own(String(payload?.changed)))
          .on("postgres_changes", { event: "*", schema: "public", table: "group_changes" }, listener.group),
      );
      // Before it is joined, or while the connection is lost, no other device can be told.
      unsubscribe = onOwnWrite((changed) => {
        if (member.state === "joined")
          void member.send({ type: "broadcast", event: "changed", payload: { changed } });
      });
    }
  });
  return () => {
    stopped = true;
    unsubscribe();
    client.release();
  };
}
