import { useEffect, useState } from "react";
import { onEndedSession } from "../backend/requests/ended-session-listener.ts";
import { useSession } from "./session-store.ts";

/** Whether a request was refused because the session of this page has ended elsewhere, until its reader signs in. */
export function useEndedSession(): boolean {
  const { session, hasSignedOut } = useSession();
  const [refused, setRefused] = useState("");
  useEffect(() => onEndedSession(setRefused), []);
  return session !== null && !hasSignedOut && refused === `Bearer ${session.access_token}`;
}
