import type { Context } from "hono";
import { createAccount, nullIfTaken } from "../accounts/new-account.ts";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceLimit, perHour } from "../rate-limits.ts";
import { deviceOf, openSession } from "../sessions/sessions.ts";

/**
 * Creates an account without an address. Only its session can use it until PUT /user adds an email or phone. Throws
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
  const ip = clientIp(c, deps);
  await enforceLimit(deps.database, perHour("anonymous_users", auth.rate_limit.anonymous_users), ip);
  if (!auth.enable_signup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const session = await nullIfTaken(deps, () =>
    deps.database.transaction(AUTH_ROLE, async (tx) => {
      const user = await createAccount(tx, deps, { address: null, passwordHash: null, userMetadata, ip });
      await audit(tx, "user_signedup", user.id, ip);
      return openSession(tx, deps, user.id, "anonymous", deviceOf(c, deps));
    }),
  );
  return c.json(session);
}
