import { useEffect, useState } from "react";
import { messageFor, waitIn } from "../backend/connection/error-messages.ts";
import { toast } from "../ui/overlays/toast.ts";

/** Seconds within which a text message or an email usually arrives. */
const defaultWait = 30;

/**
 * Sends a code or a link again. It is disabled at first and after each press, for the time that the server names, or half a
 * minute.
 */
export function ResendButton({
  children,
  sent,
  send,
}: {
  children: string;
  /** The toast after it was sent. */
  sent: string;
  send: () => Promise<void>;
}) {
  const [wait, setWait] = useState(defaultWait);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);
  const again = async () => {
    setWait(defaultWait);
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
