import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { backend } from "../backend/connection/client.ts";
import { authStorageKey, storedSession } from "../backend/connection/stored-session.ts";
import { hasPushDevice } from "../backend/push/push-device-key.ts";
import { toast } from "../ui/overlays/toast.ts";
import { flagRecovery } from "./recovery.ts";
import { forgetReturnPath } from "./return-path.ts";

export interface SessionState {
  user: User | null;
  session: Session | null;
  /** True until the first word of the auth state, at most two seconds. */
  loading: boolean;
  isAdmin: boolean;
  /** Whether the admin role is known; until then a screen for admins waits. */
  roleKnown: boolean;
  /** Whether the player signed out here, of their own will. */
  left: boolean;
}

const initializationTimeout = 2_000;
const leaveTimeout = 3_000;
const roleCheckDelay = 100;
const roleCheckRetry = 10_000;
const signedOut = { user: null, session: null, isAdmin: false, roleKnown: true };

/**
 * Who was an admin when last seen here: the admins' bar stands from the first paint instead of pushing the page down
 * later. A hint for the layout only; screens wait for the check, and the server decides in any case.
 */
const adminHint = `${authStorageKey}-organiser`;

let state: SessionState = {
  user: null,
  session: null,
  loading: true,
  isAdmin: false,
  roleKnown: false,
  left: false,
};
const listeners = new Set<() => void>();
let askAgain: ReturnType<typeof setTimeout> | undefined;

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
    if (!session) {
      // Nobody answers, so its token cannot be renewed: whoever is signed in on this device still is.
      if (event === "INITIAL_SESSION" && standIn()) return;
      if (state.user && !state.left) toast.error("Your session has expired. Please log in again.");
      return update({ ...signedOut, loading: false });
    }
    const newcomer = session.user.id !== state.user?.id;
    update({
      user: session.user,
      session,
      loading: false,
      left: false,
      ...(newcomer ? { isAdmin: localStorage.getItem(adminHint) === session.user.id, roleKnown: false } : {}),
    });
    // Not inside the callback: auth-js holds its lock while it runs, and the check needs the token.
    if (newcomer || event === "TOKEN_REFRESHED" || event === "USER_UPDATED")
      setTimeout(() => void checkRole(session.user.id), roleCheckDelay);
  });
  // A role may be given or taken away while the page is in the background.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && state.user) void checkRole(state.user.id);
  });
  setTimeout(() => {
    if (state.loading && !standIn()) update({ loading: false });
  }, initializationTimeout);
}

/** Takes the stored session as it is, until the server has its say. False when there is none. */
function standIn(): boolean {
  const session = storedSession();
  if (!session) return false;
  const isAdmin = localStorage.getItem(adminHint) === session.user.id;
  update({ user: session.user, session, loading: false, left: false, isAdmin, roleKnown: false });
  setTimeout(() => void checkRole(session.user.id), roleCheckDelay);
  return true;
}

/**
 * Signs out everywhere and forgets every stored auth entry. Whether the server answers, and what, does not matter: within
 * seconds this device is signed out in any case.
 */
export async function signOut(): Promise<void> {
  update({ left: true });
  forgetReturnPath();
  await Promise.race([
    takeLeave().catch(() => undefined),
    new Promise((late) => setTimeout(late, leaveTimeout)),
  ]);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(authStorageKey)) localStorage.removeItem(key);
  }
  // With nothing stored auth-js asks no server: it drops what it still knows, and tells the other tabs.
  void backend().auth.signOut({ scope: "local" });
  update(signedOut);
}

/** Ends the session on the server. By its own token: when the answer is late, somebody else may have signed in here. */
async function takeLeave(): Promise<void> {
  const { auth } = backend();
  const { data } = await auth.getSession();
  // While the session is still good for it, this device is taken off the list for push messages.
  if (hasPushDevice())
    await import("../backend/push/push-repair.ts").then(
      ({ forgetDevice }) => forgetDevice(),
      () => undefined,
    );
  if (data.session) await auth.admin.signOut(data.session.access_token, "global");
}

/** The name for a welcome: full name, else email, else phone. */
export function nameOf(user: User): string {
  return fullNameOf(user) || user.email || user.phone || "";
}

/** As the session has it; empty when it has none. */
export function fullNameOf(user: User): string {
  const fullName: unknown = user.user_metadata.full_name;
  return typeof fullName === "string" ? fullName.trim() : "";
}

async function checkRole(userId: string): Promise<void> {
  const { data, error, status } = await backend().rest.rpc("has_role", { _user_id: userId, _role: "admin" });
  if (state.user?.id !== userId) return;
  if (error) {
    // A refusal is a no. A failure says nothing new about who was let in before (docs/decisions/0015); others stay out.
    if (status === 401 || status === 403 || !state.roleKnown) update({ isAdmin: false, roleKnown: true });
    clearTimeout(askAgain);
    askAgain = setTimeout(() => void checkRole(userId), roleCheckRetry);
    return;
  }
  const isAdmin = data === true;
  if (isAdmin) localStorage.setItem(adminHint, userId);
  else localStorage.removeItem(adminHint);
  update({ isAdmin, roleKnown: true });
}

function update(change: Partial<SessionState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
