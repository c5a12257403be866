import { Menu } from "@base-ui/react/menu";
import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { useBackToClose } from "./overlay-history.ts";

export interface RowAction {
  label: string;
  icon: LucideIcon;
  destructive?: boolean;
  onSelect: () => void;
}

interface Props {
  label: string;
  actions: readonly RowAction[];
  className?: string;
}

/** The menu of the actions of one row or page, labelled for it: `Actions for Arsenal v Chelsea`. */
// not a text: class names
export function RowMenu({ label, actions, className = "ghost on-light" }: Props) {
  // Rendered inside the page's landmark, because screen reader users easily miss content outside every landmark. Looked up when
  // the menu opens: a page that is rendered from known data begins while the previous page is in the document.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const change = (open: boolean) => {
    if (open) setLandmark(document.getElementById("main"));
    setIsOpen(open);
  };
  useBackToClose(isOpen, () => setIsOpen(false));
  return (
    <Menu.Root open={isOpen} onOpenChange={change}>
      <Menu.Trigger className={className} aria-label={label}>
        <EllipsisVertical size={20} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal container={landmark}>
        <Menu.Positioner className="menu-positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {actions.map(({ label: name, icon: Icon, destructive, onSelect }) => (
              <Menu.Item
                key={name}
                className={destructive ? "menu-item error" : "menu-item"}
                onClick={onSelect}
              >
                <Icon size={18} aria-hidden="true" />
                <span>{name}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
