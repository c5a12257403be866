import { LogIn } from "lucide-react";
import * as words from "#words/app";
import { useSession } from "../../session/session-store.ts";
import { signInAgain } from "../../session/sign-in-again.ts";
import "./connection-banner.css";

/** Says that the session was ended elsewhere. The page stays, with what was typed, until its reader signs in again. */
export function EndedSessionBanner() {
  if (!useSession().hasEnded) return null;
  return (
    <div className="connection-banner">
      <div className="wrap">
        <LogIn size={20} aria-hidden="true" />
        <p role="status">
          <b>{words.yourSessionHasEnded}</b> {words.whatYouTypedIsKept}
        </p>
        <button type="button" className="btn link" onClick={signInAgain}>
          {words.signIn}
        </button>
      </div>
    </div>
  );
}
