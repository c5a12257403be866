import { Check, CircleAlert, Flag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import * as words from "#words/ui";
import { connectToaster, type Toast } from "./toast.ts";
import { keepToastsFree } from "./toast-place.ts";

/**
 * Shows toasts at the lower edge of the screen, above the controls that are there: stacked, or one above the other while one has a
 * button.
 */
export function Toaster() {
  const [actions, setActions] = useState(0);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => (region.current ? keepToastsFree(region.current) : undefined), []);
  useEffect(() => connectToaster((next) => show(next, (by) => setActions((count) => count + by))), []);
  return (
    // Sonner restores the focus after a toast that received it, which would trap Tab between the toast and the previous
    // element. So focus events are hidden from it.
    <div ref={region} onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        // Without this, Sonner reads the direction from computed styles, which forces a layout.
        dir="ltr"
        position="bottom-right"
        gap={10}
        // Later toasts stack in front of earlier ones, except while one of them has a button.
        expand={actions > 0}
        visibleToasts={4}
        mobileOffset={16}
        offset={20}
        // Moves the focus to the newest toast, so that its button can be reached by keyboard in time.
        hotkey={["altKey", "KeyT"]}
        customAriaLabel={words.latestMessages}
        icons={{
          success: <Check aria-hidden="true" />,
          error: <CircleAlert aria-hidden="true" />,
          info: <Flag aria-hidden="true" />,
        }}
        toastOptions={{ unstyled: true, classNames: { toast: "toast" } }}
      />
    </div>
  );
}

/** `countActions` is called with 1 when a toast with a button appears, and with -1 when it is gone. */
function show(
  { kind, message, description, duration, action }: Toast,
  countActions: (by: 1 | -1) => void,
): void {
  const gone = () => countActions(-1);
  if (action) countActions(1);
  sonner[kind](message, {
    ...(action === undefined
      ? {}
      : {
          action: { label: action.label, onClick: action.onSelect },
          onDismiss: gone,
          onAutoClose: gone,
        }),
    ...(description === undefined ? {} : { description }),
    ...(duration === undefined ? {} : { duration }),
  });
}
