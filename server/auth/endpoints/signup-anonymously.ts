import type { Context } from "hono";
import { createAccount, unlessTaken } from "../accounts/new-account.ts";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps, addressOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { count, perHour } from "../rate-limits.ts";
import { deviceOf, openSession } from "../sessions/sessions.ts";

/**
 * An account without an address, which is its session's alone until PUT /user gives it an email or phone. Throws
 * anonymous_provider_disabled or signup_disabled (422).
 */
export async function signUpAnonymously(
  c: Context,
  deps: AuthDeps,
  userMetadata: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const { auth } = deps.config;
  if (!auth.enable_anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  const from = addressOf(c, deps);
  await count(deps.database, perHour("anonymous_users", auth.rate_limit.anonymous_users), from);
  if (!auth.enable_signup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const session = await unlessTaken(deps, () =>
    deps.database.transaction(AUTH_ROLE, async (tx) => {
      const user = await createAccount(tx, deps, { address: null, passwordHash: null, userMetadata, from });
      await audit(tx, "user_signedup", user.id, from);
      return openSession(tx, deps, user.id, "anonymous", deviceOf(c, deps));
    }),
  );
  return c.json(session);
}
