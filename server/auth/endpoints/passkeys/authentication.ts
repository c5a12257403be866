import type { Context } from "hono";
import { readUser, type User } from "../../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { assertedCredential, assertionOf, requestOptions } from "../../mfa/webauthn.ts";
import { consumePasskeyChallenge, createPasskeyChallenge } from "../../passkeys/challenges.ts";
import { findPasskey, noteUse, requirePasskeys } from "../../passkeys/passkeys.ts";
import { enforceLimit, perFiveMinutes } from "../../rate-limits.ts";
import { readBody } from "../../request-body.ts";
import { deviceOf, openSession } from "../../sessions/sessions.ts";
import { answeredChallenge, requireCredential } from "./registration.ts";

/** POST /passkeys/authentication/options: options for navigator.credentials.get, for any passkey of this site. */
export async function passkeyAuthenticationOptions(c: Context, deps: AuthDeps): Promise<Response> {
  requirePasskeys(deps);
  await limitAttempts(c, deps);
  const options = await requestOptions(deps, null);
  const stored = await deps.database.transaction(AUTH_ROLE, (tx) =>
    createPasskeyChallenge(tx, "authentication", null, options.challenge),
  );
  return c.json({ ...stored, options });
}

/**
 * POST /passkeys/authentication/verify: signs in the owner of the passkey. An unknown, removed or wrong passkey gets the
 * same response.
 */
export async function verifyPasskeyAuthentication(c: Context, deps: AuthDeps): Promise<Response> {
  requirePasskeys(deps);
  await limitAttempts(c, deps);
  const { challenge_id, credential } = await readBody(c, answeredChallenge);
  requireCredential(credential);
  const ceremony = await deps.database.transaction(AUTH_ROLE, (tx) =>
    consumePasskeyChallenge(tx, "authentication", null, challenge_id),
  );
  const { id, userHandle } = assertionOf(credential);
  const session = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const passkey = await findPasskey(tx, id);
    if (!passkey || passkey.userId !== userHandle) throw wrong();
    const key = await assertedCredential(deps, ceremony, passkey.key, credential, "passkey");
    if (!key) throw wrong();
    refuseUnusable(await readUser(tx, passkey.userId));
    await noteUse(tx, passkey, key);
    return openSession(tx, deps, passkey.userId, "passkey", deviceOf(c, deps));
  });
  return c.json(session);
}

async function limitAttempts(c: Context, deps: AuthDeps): Promise<void> {
  const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
  await enforceLimit(deps.database, limit, clientIp(c, deps));
}

/** Throws email_not_confirmed, phone_not_confirmed or user_banned (403). */
function refuseUnusable(user: User): void {
  if (user.email && !user.email_confirmed)
    throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
  if (user.phone && !user.phone_confirmed)
    throw new AuthError(403, "phone_not_confirmed", "Phone not confirmed");
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
}

function wrong(): AuthError {
  return new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
}
