import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { addNotification, notificationsOf, unreadOf, withAllRead, withRead } from "./notification-queries.ts";

const row = (id: string, read = false): NotificationRow => ({
  id,
  user_id: "me",
  type: "info",
  title: id,
  message: "",
  read,
  created_at: "",
  link: null,
  club_message_id: null,
  facts: null,
});
const { queryKey } = notificationsOf("me");

describe("the number of unread notifications", () => {
  it("is that of the rows while they are all, also when a newer count has one more", () => {
    expect(unreadOf([row("a"), row("b", true)], 2)).toBe(1);
  });

  it("is the count when there may be more than the twenty rows", () => {
    const rows = Array.from({ length: 20 }, (_, at) => row(String(at)));
    expect([unreadOf(rows, 35), unreadOf(rows, null)]).toEqual([35, 20]);
  });
});

describe("addNotification", () => {
  it("adds it at the top and increases the unread count by one", () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, { rows: [row("old")], unread: 1 });
    addNotification(queries, row("new"));
    const known = queries.getQueryData(queryKey);
    expect(known?.rows.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(known?.unread).toBe(2);
  });

  it("ignores a notification that is already in the list", () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, { rows: [], unread: 0 });
    addNotification(queries, row("new"));
    addNotification(queries, row("new"));
    expect(queries.getQueryData(queryKey)?.unread).toBe(1);
  });

  it("keeps at most twenty notifications", () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, {
      rows: Array.from({ length: 20 }, (_, at) => row(String(at))),
      unread: 20,
    });
    addNotification(queries, row("new"));
    expect(queries.getQueryData(queryKey)?.rows).toHaveLength(20);
    expect(queries.getQueryData(queryKey)?.unread).toBe(21);
  });
});

describe("withRead", () => {
  const known = { rows: [row("a"), row("b", true), row("c")], unread: 5 };

  it("decreases the count by one for an unread notification, and not for a read one", () => {
    expect(withRead(known, "a").unread).toBe(4);
    expect(withRead(known, "b").unread).toBe(5);
  });
});

describe("withAllRead", () => {
  const known = { rows: [row("a"), row("b", true), row("c")], unread: 25 };

  it("sets the count to zero", () => {
    const after = withAllRead(known, known.rows);
    expect(after.unread).toBe(0);
    expect(after.rows.every(({ read }) => read)).toBe(true);
  });

  it("keeps a notification unread that arrived while the request was under way", () => {
    const after = withAllRead({ rows: [row("new"), ...known.rows], unread: 26 }, known.rows);
    expect(after.unread).toBe(1);
    expect(after.rows.filter(({ read }) => !read).map(({ id }) => id)).toEqual(["new"]);
  });
});
