import { useEffect, useState } from "react";
import * as words from "#words/session";
import { signInMessage } from "../backend/accounts/account-errors.ts";
import { waitIn } from "../backend/connection/error-kinds.ts";
import { useAct } from "../backend/queries/use-act.ts";
import { toast } from "../ui/overlays/toast.ts";

/** Seconds within which a text message or an email usually arrives. */
const defaultWait = 30;

const advice = {
  email: words.checkTheAddress,
  phone: words.checkTheNumber,
} as const;

/**
 * Sends a code or a link again, and says what to do if none arrives: the server does not reveal whether it could send it.
 * The button is disabled at first and after each press, for the time that the server names, or half a minute.
 */
export function ResendButton({
  by = "phone",
  children,
  sent,
  send,
}: {
  by?: "email" | "phone";
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
  const again = useAct({
    act: () => {
      setWait(defaultWait);
      return send();
    },
    onSuccess: () => toast.success(sent),
    onError: (error) => {
      setWait(waitIn(error) ?? 0);
      toast.error(signInMessage(error));
    },
  });
  return (
    <>
      <p className="muted">{words.nothingAfterAMinute({ advice: advice[by] })}</p>
      <button
        type="button"
        className="btn link"
        aria-disabled={wait > 0}
        onClick={() => wait === 0 && again.mutate()}
      >
        {wait > 0 ? words.sendAgainIn({ label: children, seconds: wait }) : children}
      </button>
    </>
  );
}
