import type { Context } from "hono";
import { z } from "zod";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { createdCredential, creationOptions } from "../../mfa/webauthn.ts";
import { consumePasskeyChallenge, createPasskeyChallenge } from "../../passkeys/challenges.ts";
import { insertPasskey, passkeysOf, refuseMore, requirePasskeys } from "../../passkeys/passkeys.ts";
import { enforceLimit, USER_CHANGES } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import {
  type CurrentSession,
  refuseTemporaryPassword,
  requireNonAnonymousSession,
} from "../../sessions/require-session.ts";

/** The body of both verifications: the challenge and the browser's PublicKeyCredential.toJSON(). */
export const answeredChallenge = z.object({ challenge_id: optionalText, credential: z.unknown() });

/** POST /passkeys/registration/options: options for navigator.credentials.create. */
export async function passkeyRegistrationOptions(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireOwner(c, deps);
  await refuseMore(deps.database, user.id);
  const had = await passkeysOf(deps.database, user.id);
  const owner = { id: user.id, name: user.email || user.phone || user.id };
  const options = await creationOptions(
    deps,
    owner,
    had.map(({ key }) => key),
    "passkey",
  );
  const stored = await deps.database.transaction(AUTH_ROLE, (tx) =>
    createPasskeyChallenge(tx, "registration", user.id, options.challenge),
  );
  return c.json({ ...stored, options });
}

/** POST /passkeys/registration/verify: stores the new passkey and returns it. */
export async function verifyPasskeyRegistration(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireOwner(c, deps);
  const { challenge_id, credential } = await readBody(c, answeredChallenge);
  requireCredential(credential);
  const ceremony = await deps.database.transaction(AUTH_ROLE, (tx) =>
    consumePasskeyChallenge(tx, "registration", user.id, challenge_id),
  );
  const made = await createdCredential(deps, ceremony, credential, "passkey");
  if (!made) throw new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
  const passkey = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    // Two concurrent requests must not exceed the number of passkeys.
    await tx.query("select 1 from auth.users where id = $1::uuid for update", [user.id]);
    const stored = await insertPasskey(tx, user.id, made.key, made.aaguid);
    await audit(tx, "passkey_created", user.id, clientIp(c, deps));
    return stored;
  });
  return c.json(passkey);
}

/** Throws validation_failed (400). */
export function requireCredential(credential: unknown): void {
  if (credential === undefined || credential === null) {
    throw new AuthError(400, "validation_failed", "credential is required");
  }
}

async function requireOwner(c: Context, deps: AuthDeps): Promise<CurrentSession> {
  requirePasskeys(deps);
  const caller = await requireNonAnonymousSession(c, deps);
  refuseTemporaryPassword(caller);
  requirePasskeyAal(caller);
  await enforceLimit(deps.database, USER_CHANGES, caller.user.id);
  return caller;
}

/** Requires aal2 if the account has a verified factor, as GoTrue does. Throws insufficient_aal (403). */
export function requirePasskeyAal({ user, aal }: CurrentSession): void {
  const factors = user.json.factors ?? [];
  if (aal === "aal2" || !factors.some(({ status }) => status === "verified")) return;
  throw new AuthError(403, "insufficient_aal", "AAL2 session is required to manage passkeys");
}
