import { LogIn } from "lucide-react";
import { useEffect } from "react";
import * as words from "#words/app";
import { useEndedSession } from "../../session/ended-session.ts";
import "./connection-banner.css";

/** Loaded when it is pressed, because it shares code with the sign-in page. */
const signInAgain = async () => (await import("../../session/sign-in-again.ts")).signInAgain();

/** Says that the session was ended elsewhere. The page stays, with what was typed, until its reader signs in again. */
export function EndedSessionBanner() {
  const hasEnded = useEndedSession();
  useEffect(() => {
    const field = document.activeElement;
    // The banner must not cover what is typed.
    if (hasEnded && field !== document.body)
      (field?.closest("article") ?? field)?.scrollIntoView({ block: "nearest" });
  }, [hasEnded]);
  if (!hasEnded) return null;
  return (
    <div className="connection-banner ended-session">
      <div className="wrap">
        <LogIn size={20} aria-hidden="true" />
        <p role="status">
          <b>{words.yourSessionHasEnded}</b> <span>{words.whatYouTypedIsKept}</span>
        </p>
        <button type="button" className="btn link" onClick={() => void signInAgain()}>
          {words.signIn}
        </button>
      </div>
    </div>
  );
}
