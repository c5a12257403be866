import { Check, CircleAlert, Flag } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { connectToaster, type Toast } from "./toast.ts";

/** Shows toasts: on the board, at the lower edge, one above the other. */
export function Toaster() {
  useEffect(() => connectToaster(show), []);
  return (
    <Sonner
      // Given none, it would ask for the styles of the page, and wait until they are worked out.
      dir="ltr"
      position="bottom-right"
      gap={10}
      visibleToasts={4}
      mobileOffset={16}
      offset={20}
      containerAriaLabel="Messages"
      icons={{
        success: <Check aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        info: <Flag aria-hidden="true" />,
      }}
      toastOptions={{ unstyled: true, classNames: { toast: "toast" } }}
    />
  );
}

function show({ kind, message, description, duration }: Toast): void {
  sonner[kind](message, {
    ...(description === undefined ? {} : { description }),
    ...(duration === undefined ? {} : { duration }),
  });
}
