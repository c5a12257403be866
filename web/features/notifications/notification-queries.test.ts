import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { addNotification, notificationsOf, withRead } from "./notification-queries.ts";

const row = (id: string, read = false): NotificationRow => ({
  id,
  user_id: "me",
  type: "info",
  title: id,
  message: "",
  read,
  created_at: "",
  link: null,
});
const { queryKey } = notificationsOf("me");

describe("a notification that arrives live", () => {
  it("is put on top and raises the count by one", () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, { rows: [row("old")], unread: 1 });
    addNotification(queries, row("new"));
    const known = queries.getQueryData(queryKey);
    expect(known?.rows.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(known?.unread).toBe(2);
  });

  it("counts once, however often it is told", () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKey, { rows: [], unread: 0 });
    addNotification(queries, row("new"));
    addNotification(queries, row("new"));
    expect(queries.getQueryData(queryKey)?.unread).toBe(1);
  });

  it("keeps the list at twenty", () => {
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

describe("reading", () => {
  const known = { rows: [row("a"), row("b", true), row("c")], unread: 5 };

  it("of one lowers the count by one, and of a read one by none", () => {
    expect(withRead(known, "a").unread).toBe(4);
    expect(withRead(known, "b").unread).toBe(5);
  });

  it("of all leaves none, those beyond the list included", () => {
    expect(withRead(known, null).unread).toBe(0);
    expect(withRead(known, null).rows.every(({ read }) => read)).toBe(true);
  });
});
