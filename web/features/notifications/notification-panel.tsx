import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useEffect, useState } from "react";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { useBackToClose } from "../../ui/overlays/overlay-history.ts";
import { NotificationList } from "./notification-list.tsx";

interface Props {
  /** The bell's accessible name. */
  label: string;
  content: ReactNode;
  userId: string;
  rows: readonly NotificationRow[];
  unread: number;
  loading: boolean;
  failed: boolean;
}

/** The bell with its panel. Opens on mount, because it is mounted when the bell is pressed. */
export function NotificationPanel({ label, content, ...list }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  useBackToClose(open, () => setOpen(false));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="ghost bell" aria-label={label}>
        {content}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" className="notifications-positioner">
          <Popover.Popup className="notifications">
            <NotificationList {...list} onFollowLink={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
