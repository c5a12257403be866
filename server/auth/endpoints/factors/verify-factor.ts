import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../../database/database.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp, nowOf } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { runHook } from "../../hooks.ts";
import { raiseToAal2 } from "../../mfa/assurance-level.ts";
import { type Challenge, codeMatchesChallenge, redeemChallenge } from "../../mfa/challenges.ts";
import { type Factor, type FactorType, factorInPath } from "../../mfa/factors.ts";
import { totpStep } from "../../mfa/totp.ts";
import { assertedCredential, createdCredential } from "../../mfa/webauthn.ts";
import { enforceLimit, MFA_ATTEMPTS, MFA_CODES, resetLimit } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { type CurrentSession, requireNonAnonymousSession } from "../../sessions/require-session.ts";
import type { SessionJson } from "../../sessions/sessions.ts";
import { refuseDisabledVerify } from "./challenge-factor.ts";

const body = z.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: z.object({ type: optionalText, credential_response: z.unknown() }).nullish(),
});
type Request = z.output<typeof body>;

/** Longer than a code is valid, including the clock skew. */
const CODE_REMEMBERED_SECONDS = 120;

/**
 * POST /factors/:id/verify: checks the answer to a challenge and returns the session at aal2. The first success
 * verifies the factor.
 */
export async function verifyFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const caller = await requireNonAnonymousSession(c, deps);
  const { user } = caller;
  const { type, verified } = await factorInPath(c, deps.database, user.id);
  if (type === "webauthn") refuseCeremony(request, verified);
  else if (!request.code) throw new AuthError(400, "validation_failed", "Code needs to be non-empty");
  refuseDisabledVerify(deps, type);
  await enforceLimit(deps.database, MFA_ATTEMPTS, user.id);
  // Counted before the check and reset after a correct code.
  await enforceLimit(deps.database, MFA_CODES, user.id);
  const outcome = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const factor = await factorInPath(c, tx, user.id, true);
    const challenge = await redeemChallenge(tx, factor, request.challenge_id, clientIp(c, deps));
    return check(tx, deps, caller, factor, challenge, request, clientIp(c, deps));
  });
  // Thrown after the commit, so that the error does not roll back the sessions that the hook ended.
  if (outcome instanceof AuthError) throw outcome;
  await resetLimit(deps.database, MFA_CODES, user.id);
  return c.json(outcome);
}

/** Throws validation_failed (400). */
function refuseCeremony({ webauthn }: Request, verified: boolean): void {
  const refuse = (message: string) => new AuthError(400, "validation_failed", message);
  if (!webauthn) throw refuse("WebAuthn config required");
  if (webauthn.type !== "create" && webauthn.type !== "request") {
    throw refuse("WebAuthn type must be create or request");
  }
  if (webauthn.credential_response === undefined) throw refuse("credential_response required");
  if ((webauthn.type === "request") !== verified) {
    throw refuse(`WebAuthn type must be ${verified ? "request" : "create"} for this factor`);
  }
}

async function check(
  tx: Queryable,
  deps: AuthDeps,
  caller: CurrentSession,
  factor: Factor,
  challenge: Challenge,
  request: Request,
  address: string,
): Promise<SessionJson | AuthError> {
  const userId = caller.user.id;
  const valid = await isCorrect(tx, deps, factor, challenge, request);
  const answer =
    factor.type === "webauthn"
      ? null // As in GoTrue, the hook only judges codes.
      : await runHook(tx, deps, "mfa_verification_attempt", {
          user_id: userId,
          factor_id: factor.id,
          factor_type: factor.type,
          valid,
        });
  if (answer?.decision === "reject") {
    await tx.query("delete from auth.sessions where user_id = $1::uuid", [userId]);
    const message = typeof answer.message === "string" && answer.message ? answer.message : REJECTED;
    return new AuthError(403, "mfa_verification_rejected", message);
  }
  if (!valid) throw new AuthError(422, "mfa_verification_failed", WRONG[factor.type]);
  await tx.query(
    "update auth.mfa_factors set status = 'verified', updated_at = clock_timestamp() where id = $1::uuid",
    [factor.id],
  );
  await audit(tx, "verification_attempted", userId, address);
  return raiseToAal2(tx, deps, caller, factor);
}

const REJECTED = "Further MFA verification attempts will be rejected.";
const WRONG: Record<FactorType, string> = {
  totp: "Invalid TOTP code entered",
  phone: "Invalid MFA Phone code entered",
  webauthn: "Invalid WebAuthn response",
};

async function isCorrect(
  tx: Queryable,
  deps: AuthDeps,
  factor: Factor,
  challenge: Challenge,
  request: Request,
): Promise<boolean> {
  switch (factor.type) {
    case "totp": {
      const step = totpStep(factor.secret, request.code, nowOf(deps));
      return step !== null && (await firstUse(tx, factor, step));
    }
    case "phone":
      return codeMatchesChallenge(challenge, request.code);
    case "webauthn":
      return verifyKey(tx, deps, factor, challenge, request.webauthn?.credential_response);
  }
}

/** Stores the created key, or its new signature counter. */
async function verifyKey(
  tx: Queryable,
  deps: AuthDeps,
  factor: Factor,
  { ceremony }: Challenge,
  answer: unknown,
): Promise<boolean> {
  if (!ceremony) return false;
  const made = factor.credential ? null : await createdCredential(deps, ceremony, answer);
  const key = factor.credential
    ? await assertedCredential(deps, ceremony, factor.credential, answer)
    : (made?.key ?? null);
  if (!key) return false;
  await tx.query(
    `update auth.mfa_factors set web_authn_credential = $2::jsonb,
       web_authn_aaguid = coalesce($3::uuid, web_authn_aaguid) where id = $1::uuid`,
    [factor.id, JSON.stringify(key), made?.aaguid ?? null],
  );
  return true;
}

/**
 * RFC 6238, section 5.2: a code is accepted once. The code that verified the factor may also raise the next session, so
 * that the user need not wait for another code right after enrolment.
 */
async function firstUse(tx: Queryable, factor: Factor, step: number): Promise<boolean> {
  if (!factor.verified) return true;
  const [used] = await tx.query<{ hits: number }>(
    "select hits from host.count_attempt('totp_used', $1, $2::int)",
    [`${factor.id} ${step}`, String(CODE_REMEMBERED_SECONDS)],
  );
  return used?.hits === 1;
}
