import type { Context } from "hono";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requireSession } from "../sessions/require-session.ts";

const WHICH: Record<string, string> = {
  global: "user_id = $1::uuid and $2::uuid is not null",
  local: "user_id = $1::uuid and id = $2::uuid",
  others: "user_id = $1::uuid and id <> $2::uuid",
};

/** POST /logout?scope=global|local|others: ends sessions and their refresh tokens. Returns 204. */
export async function logout(c: Context, deps: AuthDeps): Promise<Response> {
  const scope = c.req.query("scope") ?? "global";
  const which = Object.hasOwn(WHICH, scope) ? WHICH[scope] : undefined;
  if (!which) throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope}"`);
  const { user, sessionId } = await requireSession(c, deps);
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    await tx.query(`delete from auth.sessions where ${which}`, [user.id, sessionId]);
    await audit(tx, "logout", user.id, clientIp(c, deps));
  });
  return c.body(null, 204);
}
