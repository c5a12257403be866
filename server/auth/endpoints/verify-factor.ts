import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { raiseSession } from "../assurance.ts";
import { audit } from "../audit.ts";
import { optionalText, readBody } from "../body.ts";
import { AUTH_ROLE, type AuthDeps, addressOf, nowOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { type Factor, factorInPath } from "../factors.ts";
import { runHook } from "../hooks.ts";
import { count, forget, MFA_ATTEMPTS, MFA_CODES } from "../limits.ts";
import type { SessionJson } from "../sessions.ts";
import { type SignedIn, signedInByAddress } from "../signed-in.ts";
import { totpStep } from "../totp.ts";
import { CHALLENGE_EXPIRY, refuseDisabledVerify } from "./challenge-factor.ts";

const body = z.object({ challenge_id: optionalText, code: optionalText });

/** Longer than a code lives with its skew. */
const CODE_REMEMBERED = 120;

/** POST /factors/:id/verify: a code for a challenge. Answers the session anew, at aal2; the first code also enrols the factor. */
export async function verifyFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const caller = await signedInByAddress(c, deps);
  const { user } = caller;
  await factorInPath(c, deps.database, user.id);
  if (!request.code) throw new AuthError(400, "validation_failed", "Code needs to be non-empty");
  refuseDisabledVerify(deps);
  await count(deps.database, MFA_ATTEMPTS, user.id);
  // Counted before the code is tried and forgotten when it was right.
  await count(deps.database, MFA_CODES, user.id);
  const outcome = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const factor = await factorInPath(c, tx, user.id, true);
    await spendChallenge(tx, factor, request.challenge_id, addressOf(c, deps));
    return check(tx, deps, caller, factor, request.code, addressOf(c, deps));
  });
  // Thrown after the commit: what a hook's rejection ended must not be rolled back by it.
  if (outcome instanceof AuthError) throw outcome;
  await forget(deps.database, MFA_CODES, user.id);
  return c.json(outcome);
}

async function check(
  tx: Queryable,
  deps: AuthDeps,
  caller: SignedIn,
  factor: Factor,
  code: string,
  address: string,
): Promise<SessionJson | AuthError> {
  const userId = caller.user.id;
  const step = totpStep(factor.secret, code, nowOf(deps));
  const valid = step !== null && (await firstUse(tx, factor, step));
  const answer = await runHook(tx, deps, "mfa_verification_attempt", {
    user_id: userId,
    factor_id: factor.id,
    factor_type: "totp",
    valid,
  });
  if (answer?.decision === "reject") {
    await tx.query("delete from auth.sessions where user_id = $1::uuid", [userId]);
    const message = typeof answer.message === "string" && answer.message ? answer.message : REJECTED;
    return new AuthError(403, "mfa_verification_rejected", message);
  }
  if (!valid) throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  await tx.query(
    "update auth.mfa_factors set status = 'verified', updated_at = clock_timestamp() where id = $1::uuid",
    [factor.id],
  );
  await audit(tx, "verification_attempted", userId, address);
  return raiseSession(tx, deps, caller, factor.id);
}

const REJECTED = "Further MFA verification attempts will be rejected.";

/** A challenge takes one right code, from the address that asked for it, within its time. */
async function spendChallenge(
  tx: Queryable,
  factor: Factor,
  challengeId: string,
  address: string,
): Promise<void> {
  const id = z.uuid().safeParse(challengeId);
  const [challenge] = await tx.query<{ usable: boolean; expired: boolean }>(
    `select verified_at is null and ip_address = coalesce(nullif($3, '')::inet, '0.0.0.0') as usable,
       created_at < clock_timestamp() - make_interval(secs => $4::float8) as expired
     from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid for update`,
    [id.success ? id.data : null, factor.id, address, String(CHALLENGE_EXPIRY)],
  );
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (!challenge.usable) {
    const message = "Challenge and verify IP addresses mismatch";
    throw new AuthError(422, "mfa_ip_address_mismatch", message);
  }
  if (challenge.expired) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  await tx.query("update auth.mfa_challenges set verified_at = clock_timestamp() where id = $1::uuid", [
    challengeId,
  ]);
}

/**
 * RFC 6238, section 5.2: a code is accepted once. The one that enrolled the factor may still open the next session, so
 * that nobody who has just set it up has to wait half a minute.
 */
async function firstUse(tx: Queryable, factor: Factor, step: number): Promise<boolean> {
  if (!factor.verified) return true;
  const [used] = await tx.query<{ hits: number }>(
    "select hits from host.count_attempt('totp_used', $1, $2::int)",
    [`${factor.id} ${step}`, String(CODE_REMEMBERED)],
  );
  return used?.hits === 1;
}
