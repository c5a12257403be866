import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/notifications";
import { toast } from "../../ui/overlays/toast.ts";
import type { NotificationPanel } from "./notification-panel.tsx";
import { notificationsOf } from "./notification-queries.ts";
import "./notifications.css";

const loadPanel = () => import("./notification-panel.tsx");

/**
 * The bell with its unread count. The panel is loaded on the first press, and its code on hover or focus, because most
 * visits do not need it. A failure to load notifications is only logged.
 */
export function Bell({ userId }: { userId: string }) {
  const notifications = useQuery(notificationsOf(userId));
  const [Panel, setPanel] = useState<typeof NotificationPanel | null>(null);
  const unread = notifications.data?.unread ?? 0;
  useEffect(() => {
    if (notifications.error) console.error("Notifications could not be read:", notifications.error.message);
  }, [notifications.error]);

  const label = unread > 0 ? words.notificationsUnread({ unread }) : words.notifications;
  const content = (
    <>
      <BellIcon size={20} aria-hidden="true" />
      {unread > 0 && <b aria-hidden="true">{unread > 9 ? "9+" : unread}</b>}
    </>
  );
  if (Panel)
    return (
      <Panel
        label={label}
        content={content}
        userId={userId}
        rows={notifications.data?.rows ?? []}
        unread={unread}
        loading={notifications.isPending}
        failed={notifications.isLoadingError}
      />
    );
  const prepare = () => void loadPanel().catch(() => undefined);
  const open = () =>
    loadPanel().then(
      (module) => setPanel(() => module.NotificationPanel),
      () => toast.error(words.notificationsDidNotLoad),
    );
  return (
    <button
      type="button"
      className="ghost bell"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {content}
    </button>
  );
}
