/** A member whose session the device keeps, in a file of tests. */
import { authStorageKey } from "../backend/connection/stored-session.ts";
import { followSession } from "../session/session-store.ts";

const day = 86_400;

/** Signs in the player of this id. After `connect`, because the page then reads the session. */
export function signInAs(id: string): void {
  const session = {
    access_token: "token",
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: day,
    expires_at: Math.round(performance.timeOrigin / 1_000) + day,
    user: { id, user_metadata: {} },
  };
  localStorage.setItem(authStorageKey, JSON.stringify(session));
  followSession();
}
