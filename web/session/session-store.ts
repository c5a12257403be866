import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { authStorageKey, backend } from "../backend/client.ts";
import { flagRecovery } from "./recovery.ts";

export interface SessionState {
  user: User | null;
  session: Session | null;
  /** True until the first word of the auth state, at most two seconds. */
  loading: boolean;
  isAdmin: boolean;
  /** Whether the admin role is known; until then a screen for admins waits. */
  roleKnown: boolean;
}

const initializationTimeout = 2_000;
const roleCheckDelay = 100;
const signedOut = { user: null, session: null, isAdmin: false, roleKnown: true };

/**
 * Who was an admin when last seen here: the organisers' bar stands from the first paint instead of pushing the page down
 * later. A hint for the layout only; screens wait for the check, and the server decides in any case.
 */
const organiserHint = `${authStorageKey}-organiser`;

let state: SessionState = { user: null, session: null, loading: true, isAdmin: false, roleKnown: false };
const listeners = new Set<() => void>();

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Follows the auth state from now on. Called once, when the backend is connected. */
export function followSession(): void {
  backend().auth.onAuthStateChange((event, session) => {
    if (event === "PASSWORD_RECOVERY") flagRecovery();
    if (!session) return update({ ...signedOut, loading: false });
    const newcomer = session.user.id !== state.user?.id;
    update({
      user: session.user,
      session,
      loading: false,
      ...(newcomer
        ? { isAdmin: localStorage.getItem(organiserHint) === session.user.id, roleKnown: false }
        : {}),
    });
    // Not inside the callback: auth-js holds its lock while it runs, and the check needs the token.
    if (newcomer) setTimeout(() => void checkRole(session.user.id), roleCheckDelay);
  });
  setTimeout(() => {
    if (state.loading) update({ loading: false });
  }, initializationTimeout);
}

/**
 * Signs out everywhere and forgets every stored auth entry. What the server answers does not matter: this device is
 * signed out in any case.
 */
export async function signOut(): Promise<void> {
  await backend()
    .auth.signOut({ scope: "global" })
    .catch(() => undefined);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(authStorageKey)) localStorage.removeItem(key);
  }
  update(signedOut);
}

/** The name for a welcome: full name, else email, else phone. */
export function nameOf(user: User): string {
  const fullName: unknown = user.user_metadata.full_name;
  if (typeof fullName === "string" && fullName.trim() !== "") return fullName;
  return user.email || user.phone || "";
}

async function checkRole(userId: string): Promise<void> {
  const { data, error } = await backend().rest.rpc("has_role", { _user_id: userId, _role: "admin" });
  if (state.user?.id !== userId) return;
  const isAdmin = !error && data === true;
  if (isAdmin) localStorage.setItem(organiserHint, userId);
  else localStorage.removeItem(organiserHint);
  update({ isAdmin, roleKnown: true });
}

function update(change: Partial<SessionState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
