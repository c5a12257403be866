import type { Context } from "hono";
import { bearerToken, callerOf } from "../../gateway/caller.ts";
import { findUserById, type User } from "../accounts/users.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import type { AssuranceLevel } from "./sessions.ts";

export interface CurrentSession {
  user: User;
  sessionId: string;
  /** Seconds since the session was opened. */
  sessionAge: number;
  /** aal2 if the session was raised by a second factor. */
  aal: AssuranceLevel;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The account and open session of the bearer token. Throws no_authorization (401), bad_jwt, user_not_found, user_banned
 * or session_not_found (403).
 */
export async function requireSession(c: Context, deps: AuthDeps): Promise<CurrentSession> {
  const token = bearerToken(c.req.raw.headers);
  if (!token) throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const claims = await deps.gateway.tokens.verify(token);
  const { sub, session_id: sessionId } = claims;
  if (typeof sub !== "string" || !UUID.test(sub))
    throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  const user = await findUserById(deps.database, sub);
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
  const [session] = await deps.database.query<{ age: number; aal: AssuranceLevel }>(
    `select extract(epoch from clock_timestamp() - created_at)::float8 as age, coalesce(aal, 'aal1')::text as aal from auth.sessions
     where id = $1::uuid and user_id = $2::uuid and (not_after is null or not_after > clock_timestamp())`,
    [typeof sessionId === "string" && UUID.test(sessionId) ? sessionId : null, user.id],
  );
  if (!session || typeof sessionId !== "string") {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  return { user, sessionId, sessionAge: session.age, aal: session.aal };
}

/** Like requireSession, but refuses anonymous accounts. Throws no_authorization (403). */
export async function requireNonAnonymousSession(c: Context, deps: AuthDeps): Promise<CurrentSession> {
  const caller = await requireSession(c, deps);
  if (!caller.user.json.is_anonymous) return caller;
  throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
}

/**
 * Refuses changes other than of the password while app_metadata marks it as temporary. Throws
 * password_change_required (403).
 */
export function refuseTemporaryPassword({ user }: CurrentSession): void {
  if (user.json.app_metadata.temporary_password !== true) return;
  throw new AuthError(403, "password_change_required", "Choose your own password first");
}

/** GoTrue's GOTRUE_JWT_ADMIN_ROLES. The rest of the API does not accept the second role. */
const ADMIN_ROLES: readonly unknown[] = ["service_role", "supabase_admin"];

/** Throws unless the request has the secret key or a service token. */
export async function requireAdmin(c: Context, deps: AuthDeps): Promise<void> {
  const token = bearerToken(c.req.raw.headers);
  const { role } = token
    ? await deps.gateway.tokens.verify(token)
    : await callerOf(c.req.raw, deps.gateway, c.env);
  if (ADMIN_ROLES.includes(role)) return;
  if (role === "anon" && !c.req.header("authorization")) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  throw new AuthError(403, "not_admin", "User not allowed");
}
