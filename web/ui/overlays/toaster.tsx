import { Check, CircleAlert, Flag } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { connectToaster, type Toast } from "./toast.ts";

/** Shows toasts at the lower edge of the screen, one above the other. */
export function Toaster() {
  useEffect(() => connectToaster(show), []);
  return (
    // Sonner restores the focus after a toast that received it, which would trap Tab between the toast and the previous
    // element. So focus events are hidden from it.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        // Without this, Sonner reads the direction from computed styles, which forces a layout.
        dir="ltr"
        position="bottom-right"
        gap={10}
        visibleToasts={4}
        mobileOffset={16}
        offset={20}
        // Moves the focus to the newest toast, so that its button can be reached by keyboard in time.
        hotkey={["altKey", "KeyT"]}
        customAriaLabel="Latest messages, Alt+T"
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

function show({ kind, message, description, duration, action }: Toast): void {
  sonner[kind](message, {
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.onSelect } }),
    ...(description === undefined ? {} : { description }),
    ...(duration === undefined ? {} : { duration }),
  });
}
