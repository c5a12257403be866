import { Check, CircleAlert, Flag } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { connectToaster, type Toast } from "./toast.ts";

/** Shows toasts: on the board, at the lower edge, one above the other. */
export function Toaster() {
  useEffect(() => connectToaster(show), []);
  return (
    // Told that a message has the focus, Sonner would carry it back when it goes on, and Tab would be caught
    // between the message and what stood before it.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        // Given none, it would ask for the styles of the page, and wait until they are worked out.
        dir="ltr"
        position="bottom-right"
        gap={10}
        visibleToasts={4}
        mobileOffset={16}
        offset={20}
        // A message holds nothing to press, so no key leads to it.
        hotkey={[]}
        customAriaLabel="Latest messages"
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

function show({ kind, message, description, duration }: Toast): void {
  sonner[kind](message, {
    ...(description === undefined ? {} : { description }),
    ...(duration === undefined ? {} : { duration }),
  });
}
