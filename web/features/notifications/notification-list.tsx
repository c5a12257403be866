import { Popover } from "@base-ui/react/popover";
import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { serverNow } from "../../backend/connection/server-clock.ts";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { kickOff } from "../../football/time/kick-off.ts";
import { markAllRead, markRead, notificationsOf, withRead } from "./notification-queries.ts";

interface Props {
  userId: string;
  rows: readonly NotificationRow[];
  unread: number;
  loading: boolean;
  /** Called when a link of the list is followed. */
  onLeave: () => void;
}

export function NotificationList({ userId, rows, unread, loading, onLeave }: Props) {
  const queries = useQueryClient();
  const { queryKey } = notificationsOf(userId);
  const scroll = useRef<HTMLElement>(null);
  // Shown as read once the server has it so: a failure leaves things as they are.
  const read = async (id: string | null) => {
    try {
      await (id ? markRead(id) : markAllRead(userId));
      // The button that was pressed goes away with what it did: the focus stays in the panel.
      scroll.current?.focus({ preventScroll: true });
      queries.setQueryData(queryKey, (known) => known && withRead(known, id));
    } catch (error) {
      console.error("A notification could not be marked as read:", error);
    }
  };
  return (
    <>
      <div className="notifications-head">
        <Popover.Title>Notifications</Popover.Title>
        {unread > 0 && (
          <button type="button" onClick={() => void read(null)}>
            Mark all as read
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it is reachable by keyboard even when nothing in it is left to press (axe: scrollable-region-focusable). */}
      <section className="notifications-scroll" aria-label="Latest" tabIndex={0} ref={scroll}>
        {loading && (
          <p className="no-notifications" role="status">
            Loading notifications...
          </p>
        )}
        {!loading && rows.length === 0 && <p className="no-notifications">No notifications yet</p>}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Notification row={row} onRead={() => void read(row.id)} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** One with a link leads there, and is read by that; any other is read when it is pressed. */
function Notification({
  row,
  onRead,
  onLeave,
}: {
  row: NotificationRow;
  onRead: () => void;
  onLeave: () => void;
}) {
  const { icon, word, className } = kindOf(row.type);
  const body = (
    <>
      <span className={className}>{icon}</span>
      <span>
        <b>
          <span className="visually-hidden">{word}: </span>
          {row.title}
        </b>
        <span>{row.message}</span>
        <time dateTime={row.created_at}>{kickOff(row.created_at, serverNow())}</time>
      </span>
    </>
  );
  if (row.link)
    return (
      <Link
        to={row.link}
        className={row.read ? "notification" : "notification unread"}
        onClick={() => {
          if (!row.read) onRead();
          onLeave();
        }}
      >
        {body}
        {!row.read && <span className="visually-hidden">Unread</span>}
      </Link>
    );
  if (row.read) return <div className="notification">{body}</div>;
  return (
    <button type="button" className="notification unread" onClick={onRead}>
      {body}
      <span className="visually-hidden">Unread. Mark as read</span>
    </button>
  );
}

/** success, warning and error; anything else is treated as info. */
function kindOf(type: string): { icon: ReactNode; word: string; className: string } {
  switch (type) {
    case "success":
      return { icon: <Check size={18} aria-hidden="true" />, word: "success", className: "kind success" };
    case "warning":
      return {
        icon: <TriangleAlert size={18} aria-hidden="true" />,
        word: "warning",
        className: "kind warning",
      };
    case "error":
      return { icon: <CircleAlert size={18} aria-hidden="true" />, word: "error", className: "kind error" };
    default:
      return { icon: <Info size={18} aria-hidden="true" />, word: "info", className: "kind" };
  }
}
