import * as words from "#words/session";
import "./session.css";

/** Fills the screen while the session is loading. */
export function SessionLoading() {
  return (
    <div className="session-loading" role="status">
      <span className="brand-mark" aria-hidden="true">
        <b className="digit-tile">3</b>
        <b className="digit-tile">1</b>
      </span>
      <p className="muted">{words.checkingAuthentication}</p>
    </div>
  );
}
