import { Dialog as Primitive } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A modal dialog. Traps the focus and restores it; closes with Escape, the close button or a press outside. */
export function Dialog({ open, onClose, title, description, wide = false, children }: Props) {
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className="backdrop" />
        <Primitive.Popup className={wide ? "dialog wide-dialog" : "dialog"}>
          <Primitive.Title>{title}</Primitive.Title>
          {description && <Primitive.Description>{description}</Primitive.Description>}
          {children}
          <Primitive.Close className="ghost on-light close" aria-label="Close">
            <X size={20} aria-hidden="true" />
          </Primitive.Close>
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
