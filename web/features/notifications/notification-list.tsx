import { Popover } from "@base-ui/react/popover";
import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useRef } from "react";
import * as footballWords from "#words/football";
import { language } from "#words/language";
import * as messageWords from "#words/messages";
import * as words from "#words/notifications";
import * as uiWords from "#words/ui";
import type { Text } from "../../../words/messages/speech.ts";
import { textOf } from "../../../words/messages/text-of.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { kickOff } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { Link } from "../../routing/link.tsx";
import { Failure } from "../../ui/loading/failure.tsx";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { markAllRead, markRead } from "./notification-mutations.ts";
import { mostNotifications, notificationsOf, withAllRead, withRead } from "./notification-queries.ts";

interface Props {
  userId: string;
  rows: readonly NotificationRow[];
  unread: number;
  loading: boolean;
  /** The notifications could not be loaded, and none are known from before. */
  failed: boolean;
  /** Called when a link in the list is opened. */
  onFollowLink: () => void;
}

export function NotificationList({ userId, rows, unread, loading, failed, onFollowLink }: Props) {
  const queries = useQueryClient();
  const { queryKey } = notificationsOf(userId);
  const scroll = useRef<HTMLElement>(null);
  // Shown as read after the server has stored it, so a failure changes nothing.
  const read = async (id: string | null) => {
    try {
      await (id ? markRead(id) : markAllRead(userId));
      // The pressed button disappears, so the focus moves to the list to stay in the panel.
      scroll.current?.focus({ preventScroll: true });
      queries.setQueryData(
        queryKey,
        (known) => known && (id ? withRead(known, id) : withAllRead(known, rows)),
      );
    } catch (error) {
      console.error("A notification could not be marked as read:", error);
    }
  };
  return (
    <>
      <div className="notifications-head">
        <Popover.Title>{words.notifications}</Popover.Title>
        {unread > 0 && (
          <button type="button" onClick={() => void read(null)}>
            {words.markAllAsRead}
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard even without buttons in it (axe: scrollable-region-focusable). */}
      <section className="notifications-scroll" aria-label={words.latest} tabIndex={0} ref={scroll}>
        {loading && (
          <p className="no-notifications" role="status">
            {words.loadingNotifications}
          </p>
        )}
        {failed && (
          <Failure
            title={words.failedToLoadYourNotifications}
            reason={uiWords.checkYourConnection}
            onRetry={() => void queries.refetchQueries({ queryKey })}
          />
        )}
        {!loading && !failed && rows.length === 0 && (
          <p className="no-notifications">{words.noNotificationsYet}</p>
        )}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Notification row={row} onRead={() => void read(row.id)} onFollowLink={onFollowLink} />
            </li>
          ))}
        </ul>
        <FirstOnly shown={rows.length} most={mostNotifications} />
      </section>
    </>
  );
}

/** A notification. Pressing it marks it as read, and opens its link if it has one. */
function Notification({
  row,
  onRead,
  onFollowLink,
}: {
  row: NotificationRow;
  onRead: () => void;
  onFollowLink: () => void;
}) {
  const { icon, label, className } = kindOf(row.type);
  const { title, body: message } = textOfNotification(row);
  const body = (
    <>
      <span className={className}>{icon}</span>
      <span>
        <b>
          <span className="visually-hidden">{`${label}: `}</span>
          <span>{title}</span>
        </b>
        <span>{message}</span>
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
          onFollowLink();
        }}
      >
        {body}
        {!row.read && <span className="visually-hidden">{words.unread}</span>}
      </Link>
    );
  if (row.read) return <div className="notification">{body}</div>;
  return (
    <button type="button" className="notification unread" onClick={onRead}>
      {body}
      <span className="visually-hidden">{words.unreadMarkAsRead}</span>
    </button>
  );
}

const { weekdays, months, firstOfMonth } = footballWords;
const calendar = { weekdays, months, firstOfMonth };

/** In the language of the page, if people have not written it; English is stored. */
function textOfNotification({ facts, title, message }: NotificationRow): Text {
  const said = language === "en" ? null : textOf(facts, { words: messageWords, calendar, roundName });
  return said ?? { title, body: message };
}

/** The icon and label of a type. Unknown types are treated as info. */
function kindOf(type: string): { icon: ReactNode; label: string; className: string } {
  switch (type) {
    case "success":
      return {
        icon: <Check size={18} aria-hidden="true" />,
        label: words.success,
        className: "kind success",
      };
    case "warning":
      return {
        icon: <TriangleAlert size={18} aria-hidden="true" />,
        label: words.warning,
        className: "kind warning",
      };
    case "error":
      return {
        icon: <CircleAlert size={18} aria-hidden="true" />,
        label: words.error,
        className: "kind error",
      };
    default:
      return { icon: <Info size={18} aria-hidden="true" />, label: words.info, className: "kind" };
  }
}
