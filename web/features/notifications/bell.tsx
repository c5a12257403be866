import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { NotificationList } from "./notification-list.tsx";
import { notificationsOf } from "./notification-queries.ts";
import "./notifications.css";

/** The bell with its unread count, and the panel behind it. A failure is logged and costs the page nothing. */
export function Bell({ userId }: { userId: string }) {
  const notifications = useQuery(notificationsOf(userId));
  const [open, setOpen] = useState(false);
  const unread = notifications.data?.unread ?? 0;
  useEffect(() => {
    if (notifications.error) console.error("Notifications could not be read:", notifications.error.message);
  }, [notifications.error]);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="ghost bell"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
      >
        <BellIcon size={20} aria-hidden="true" />
        {unread > 0 && <b aria-hidden="true">{unread > 9 ? "9+" : unread}</b>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" className="notifications-positioner">
          <Popover.Popup className="notifications">
            <NotificationList
              userId={userId}
              rows={notifications.data?.rows ?? []}
              unread={unread}
              loading={notifications.isPending}
              onLeave={() => setOpen(false)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
