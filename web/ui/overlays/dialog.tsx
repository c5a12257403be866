import { Dialog as Primitive } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import * as words from "#words/ui";
import { hasUnsavedInput } from "../forms/unsaved-forms.ts";
import { DiscardQuestion } from "./discard-question.tsx";
import { useBackToClose } from "./overlay-history.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  wide?: boolean;
  /** True if the address opens the dialog, so that Back closes it already. */
  isInAddress?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog. Traps the focus and restores it; closes with Back, Escape, the close button or a press outside, and asks
 * first if a form in it has unsaved input.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide = false,
  isInAddress = false,
  children,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const requestClose = () => (hasUnsavedInput(popup.current) ? setIsAsking(true) : onClose());
  useBackToClose(open && !isInAddress, requestClose);
  useBackToClose(isAsking, () => setIsAsking(false));
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Primitive.Portal>
        <Primitive.Backdrop className="backdrop" />
        <Primitive.Popup ref={popup} className={wide ? "dialog wide-dialog" : "dialog"}>
          <Primitive.Title>{title}</Primitive.Title>
          {description && <Primitive.Description>{description}</Primitive.Description>}
          {children}
          <Primitive.Close className="ghost on-light close" aria-label={words.close}>
            <X size={20} aria-hidden="true" />
          </Primitive.Close>
          <DiscardQuestion
            open={isAsking}
            onKeep={() => setIsAsking(false)}
            onDiscard={() => {
              setIsAsking(false);
              onClose();
            }}
          />
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
