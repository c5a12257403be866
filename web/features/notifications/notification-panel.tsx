import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useEffect, useState } from "react";
import type { NotificationRow } from "../../backend/types/rows.ts";
import { NotificationList } from "./notification-list.tsx";

interface Props {
  /** The bell's name for screen readers, and what is drawn on it. */
  label: string;
  face: ReactNode;
  userId: string;
  rows: readonly NotificationRow[];
  unread: number;
  loading: boolean;
}

/** The bell with its panel, which opens as it comes: it is there because the bell was pressed. */
export function NotificationPanel({ label, face, ...list }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="ghost bell" aria-label={label}>
        {face}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="end" className="notifications-positioner">
          <Popover.Popup className="notifications">
            <NotificationList {...list} onLeave={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
