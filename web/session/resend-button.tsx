import { useEffect, useState } from "react";
import { messageFor, waitIn } from "../backend/connection/error-messages.ts";
import { toast } from "../ui/overlays/toast.ts";

/** Long enough for a text or a mail to arrive. */
const patience = 30;

/**
 * Sends a code or a link again. It waits first, because one is on its way when it is shown, and after each: as long as the
 * server asks for, else half a minute.
 */
export function ResendButton({
  children,
  sent,
  send,
}: {
  children: string;
  /** What to say when it is on its way. */
  sent: string;
  send: () => Promise<void>;
}) {
  const [wait, setWait] = useState(patience);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);
  const again = async () => {
    setWait(patience);
    try {
      await send();
      toast.success(sent);
    } catch (error) {
      setWait(waitIn(error) ?? 0);
      toast.error(messageFor(error, "sign-in"));
    }
  };
  return (
    <button
      type="button"
      className="btn link"
      aria-disabled={wait > 0}
      onClick={() => wait === 0 && void again()}
    >
      {wait > 0 ? `${children} in ${wait} s` : children}
    </button>
  );
}
