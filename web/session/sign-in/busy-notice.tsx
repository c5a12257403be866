import { useEffect, useSyncExternalStore } from "react";
import * as words from "#words/session";
import { isWaiting, stopWaiting, subscribeToWaits } from "../../backend/connection/wait-for-host.ts";

/**
 * In every form whose request hashes a password: says that the host is busy while the request waits for a place. A reader who
 * leaves the form cancels the wait.
 */
export function BusyNotice() {
  const waiting = useSyncExternalStore(subscribeToWaits, isWaiting);
  useEffect(() => stopWaiting, []);
  if (!waiting) return null;
  return (
    <p className="notice" role="status">
      {words.manyAreSigningIn}
    </p>
  );
}
