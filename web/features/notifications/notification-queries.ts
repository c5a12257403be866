import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";
import type { NotificationRow } from "../../backend/types/rows.ts";

export const mostNotifications = 20;

/** The newest twenty notifications, and the number of all unread ones. */
export interface Notifications {
  rows: NotificationRow[];
  unread: number;
}

export const notificationsOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.notifications, userId],
    meta: onDevice,
    queryFn: async (): Promise<Notifications> => {
      const { rest } = backend();
      const [rows, unread] = await Promise.all([
        dataOf(
          rest
            .from("notifications")
            .select("*")
            .eq("user_id", userId)
            .order("created_at", { ascending: false })
            .order("id")
            .limit(mostNotifications),
        ),
        rest
          .from("notifications")
          .select("id", { count: "exact", head: true })
          .eq("user_id", userId)
          .eq("read", false),
      ]);
      return { rows, unread: unreadOf(rows, unread.count) };
    },
  });

/**
 * The number of unread notifications. The count comes from a second request and may include a notification that the rows
 * lack. The live update would then count it twice, so the count is used only when there may be more rows than are shown.
 */
export function unreadOf(rows: readonly Pick<NotificationRow, "read">[], count: number | null): number {
  const shown = rows.filter(({ read }) => !read).length;
  return rows.length < mostNotifications ? shown : (count ?? shown);
}

/** Adds a notification that arrived live. A request in progress may not contain it, so it is repeated. */
export function addNotification(queries: QueryClient, row: NotificationRow): void {
  const { queryKey } = notificationsOf(row.user_id);
  queries.setQueryData(queryKey, (known) => {
    if (!known || known.rows.some(({ id }) => id === row.id)) return known;
    return {
      rows: [row, ...known.rows].slice(0, mostNotifications),
      unread: known.unread + (row.read ? 0 : 1),
    };
  });
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}

/** The notifications after one of them was read. */
export function withRead(known: Notifications, id: string): Notifications {
  const changes = known.rows.filter((row) => !row.read && row.id === id).length;
  return {
    rows: known.rows.map((row) => (row.id === id ? { ...row, read: true } : row)),
    unread: Math.max(0, known.unread - changes),
  };
}

/** The notifications after all were read. `seen`: those in the list when that was sent; a later one stays unread. */
export function withAllRead(
  known: Notifications,
  seen: readonly Pick<NotificationRow, "id">[],
): Notifications {
  const old = new Set(seen.map(({ id }) => id));
  const rows = known.rows.map((row) => (old.has(row.id) ? { ...row, read: true } : row));
  return { rows, unread: rows.filter(({ read }) => !read).length };
}
