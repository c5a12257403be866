import type { Session, User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import * as words from "#words/session";
import { backend, onAuthEvent } from "../backend/connection/client.ts";
import { authStorageKey, storedSession } from "../backend/connection/stored-session.ts";
import { hasPushDevice } from "../backend/push/push-device-key.ts";
import { toast } from "../ui/overlays/toast.ts";
import { followLanguage } from "./language.ts";
import { flagRecovery } from "./recovery.ts";
import { forgetReturnPath } from "./return-path/return-path.ts";
import { noRoles, type Role, rolesIn } from "./roles.ts";

export interface SessionState {
  user: User | null;
  session: Session | null;
  /** True while auth-js reads an address or refreshes a token, for two seconds at most. */
  loading: boolean;
  isAdmin: boolean;
  /** The roles of an admin or a helper; none for other members. */
  roles: readonly Role[];
  /** Whether the role check has finished, or the remembered roles count until it does. Admin screens wait for it. */
  roleKnown: boolean;
  /** Whether the player signed out on this page. */
  hasSignedOut: boolean;
}

const initialisationTimeout = 2_000;
const signOutTimeout = 3_000;
const roleCheckDelay = 100;
/** Milliseconds after which a remembered role counts until the check answers. */
const roleCheckPatience = 2_000;
const roleCheckRetry = 10_000;
const signedOut = { user: null, session: null, isAdmin: false, roles: noRoles, roleKnown: true };

/**
 * Remembers who was an admin on this device, so that the admins' links are there from the first paint and do not move
 * the page later, and that their screens open on a network that does not answer. The server checks every request.
 * Devices already hold this key, so the text must not change.
 */
const adminHint = `${authStorageKey}-organiser`;
/** The same for a helper, with the roles: `ID results news`. */
const helperHint = `${authStorageKey}-helper`;

let state: SessionState = {
  user: null,
  session: null,
  loading: true,
  isAdmin: false,
  roles: noRoles,
  roleKnown: false,
  hasSignedOut: false,
};
const listeners = new Set<() => void>();
let roleRetry: ReturnType<typeof setTimeout> | undefined;

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Reads the session and follows its changes. Called once, after `connect`. */
export function followSession(): void {
  onAuthEvent((event, session) => {
    if (event === "PASSWORD_RECOVERY") flagRecovery();
    if (!session) {
      // The host does not answer, so the token cannot be refreshed. The stored session stays valid.
      if (event === "INITIAL_SESSION" && restoreStoredSession()) return;
      return showEnd();
    }
    // auth-js also reports the session that the page has read already, each time when the page becomes visible.
    if (event !== "USER_UPDATED" && session.access_token === state.session?.access_token) return;
    const isOtherUser = session.user.id !== state.user?.id;
    follow(session);
    // After the callback: auth-js holds its lock during it, and the role check needs the token.
    if (isOtherUser || event === "TOKEN_REFRESHED" || event === "USER_UPDATED")
      setTimeout(() => void checkRole(session.user.id), roleCheckDelay);
  });
  // A tab that is still loading auth-js does not hear from it that another tab has signed out.
  window.addEventListener("storage", ({ key }) => {
    if ((key === authStorageKey || key === null) && state.user && !storedSession()) showEnd();
  });
  const known = backend().knownSession();
  if (known) {
    follow(known);
    setTimeout(() => void checkRole(known.user.id), roleCheckDelay);
  } else if (known === null) update({ ...signedOut, loading: false });
  // If its code does not load, the stored session is used after two seconds.
  else
    backend()
      .auth()
      .catch(() => undefined);
  // The role may change while the page is in the background.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && state.user) void checkRole(state.user.id);
  });
  setTimeout(() => {
    if (state.loading && !restoreStoredSession()) update({ loading: false });
  }, initialisationTimeout);
}

/** The session has ended in another tab or on the host. */
function showEnd(): void {
  if (state.user && !state.hasSignedOut) toast.error(words.yourSessionHasExpired);
  update({ ...signedOut, loading: false });
}

function follow(session: Session): void {
  const isOtherUser = session.user.id !== state.user?.id;
  if (isOtherUser) followLanguage(session.user);
  update({
    user: session.user,
    session,
    loading: false,
    hasSignedOut: false,
    ...(isOtherUser ? { ...withRoles(rememberedRoles(session.user.id)), roleKnown: false } : {}),
  });
}

/** Uses the stored session until the host answers. Returns false without one. */
function restoreStoredSession(): boolean {
  const session = storedSession();
  if (!session) return false;
  const remembered = withRoles(rememberedRoles(session.user.id));
  update({
    user: session.user,
    session,
    loading: false,
    hasSignedOut: false,
    ...remembered,
    roleKnown: false,
  });
  setTimeout(() => void checkRole(session.user.id), roleCheckDelay);
  return true;
}

/**
 * Ends all of the player's sessions and removes every stored auth entry. This device is signed out within seconds even
 * if the host does not answer.
 */
export async function signOut(): Promise<void> {
  update({ hasSignedOut: true });
  forgetReturnPath();
  await Promise.race([
    endSessions().catch(() => undefined),
    new Promise((late) => setTimeout(late, signOutTimeout)),
  ]);
  forgetSession();
}

/** Forgets the session on this device, and tells the other tabs. */
export function forgetSession(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(authStorageKey)) localStorage.removeItem(key);
  }
  // Without a stored session auth-js sends no request: it clears its state and informs the other tabs.
  backend()
    .auth()
    .then((auth) => auth.signOut({ scope: "local" }))
    .catch(() => undefined);
  update(signedOut);
}

/** Ends the session on the host, with that session's token: another player may sign in before the answer arrives. */
async function endSessions(): Promise<void> {
  const auth = await backend().auth();
  const { data } = await auth.getSession();
  // Ends push messages to this device while the session is still valid.
  if (hasPushDevice())
    await import("../backend/push/push-repair.ts").then(
      ({ forgetDevice }) => forgetDevice(),
      () => undefined,
    );
  if (data.session) await auth.admin.signOut(data.session.access_token, "global");
}

/** Whether the player signed in with a temporary password. Until it is changed, the database refuses every write. */
export function mustChangePassword(user: User | null): boolean {
  return user?.app_metadata.temporary_password === true;
}

/** The name for a welcome: full name, else email, else phone. */
export function nameOf(user: User): string {
  return fullNameOf(user) || user.email || user.phone || "";
}

/** The full name in the session; empty without one. */
export function fullNameOf(user: User): string {
  const fullName: unknown = user.user_metadata.full_name;
  return typeof fullName === "string" ? fullName.trim() : "";
}

/** After a refusal: the role may have been taken away, which closes the screens. */
export function checkRolesAgain(): void {
  if (state.user) void checkRole(state.user.id);
}

async function checkRole(userId: string): Promise<void> {
  // Only a remembered organiser need not wait for a network that never answers.
  const late = setTimeout(
    () => rememberedRoles(userId)[0] && relyOnRememberedRoles(userId),
    roleCheckPatience,
  );
  const { data, error, status } = await backend().rest.rpc("my_roles");
  clearTimeout(late);
  if (state.user?.id !== userId) return;
  if (error) {
    // A refusal means no. After a failed check the roles stay that are known or remembered (docs/decisions/0074).
    if (status === 401 || status === 403) update({ ...withRoles(noRoles), roleKnown: true });
    else relyOnRememberedRoles(userId);
    clearTimeout(roleRetry);
    roleRetry = setTimeout(() => void checkRole(userId), roleCheckRetry);
    return;
  }
  const roles = rolesIn(data);
  rememberRoles(userId, roles);
  const isSame = roles.join() === state.roles.join();
  update({ ...withRoles(isSame ? state.roles : roles), roleKnown: true });
}

/** Opens the screens of the roles that this device remembers, which the state has from the beginning. */
function relyOnRememberedRoles(userId: string): void {
  if (state.user?.id === userId) update({ roleKnown: true });
}

function withRoles(roles: readonly Role[]): Pick<SessionState, "roles" | "isAdmin"> {
  return { roles, isAdmin: roles.includes("admin") };
}

function rememberedRoles(userId: string): readonly Role[] {
  const [helper, ...names] = (localStorage.getItem(helperHint) ?? "").split(" ");
  const isAdmin = localStorage.getItem(adminHint) === userId;
  return rolesIn([...(isAdmin ? ["admin"] : []), ...(helper === userId ? names : [])]);
}

function rememberRoles(userId: string, roles: readonly Role[]): void {
  if (roles.includes("admin")) localStorage.setItem(adminHint, userId);
  else localStorage.removeItem(adminHint);
  const names = roles.filter((role) => role !== "admin");
  if (names.length > 0) localStorage.setItem(helperHint, [userId, ...names].join(" "));
  else localStorage.removeItem(helperHint);
}

/** Renders nothing again if nothing has changed: auth-js reports its first state while a form may be filled in. */
function update(change: Partial<SessionState>): void {
  const next = { ...state, ...change };
  if (Object.entries(next).every(([field, value]) => Object.is(Reflect.get(state, field), value))) return;
  state = next;
  for (const listener of listeners) listener();
}
