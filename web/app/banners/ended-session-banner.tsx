import { LogIn } from "lucide-react";
import * as words from "#words/app";
import { useEndedSession } from "../../session/ended-session.ts";
import "./connection-banner.css";

/** Loaded when it is pressed, because it shares code with the sign-in page. */
const signInAgain = async () => (await import("../../session/sign-in-again.ts")).signInAgain();

/** Says that the session was ended elsewhere. The page stays, with what was typed, until its reader signs in again. */
export function EndedSessionBanner() {
  if (!useEndedSession()) return null;
  return (
    <div className="connection-banner">
      <div className="wrap">
        <LogIn size={20} aria-hidden="true" />
        <p role="status">
          <b>{words.yourSessionHasEnded}</b> {words.whatYouTypedIsKept}
        </p>
        <button type="button" className="btn link" onClick={() => void signInAgain()}>
          {words.signIn}
        </button>
      </div>
    </div>
  );
}
