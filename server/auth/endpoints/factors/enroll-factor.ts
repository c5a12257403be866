import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../../database/database.ts";
import { normalPhone } from "../../accounts/identifiers.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { type FactorType, factorsOf } from "../../mfa/factors.ts";
import { qrCode } from "../../mfa/qr-code.ts";
import { newTotpSecret, totpUri } from "../../mfa/totp.ts";
import { optionalText, readBody } from "../../request-body.ts";
import {
  type CurrentSession,
  refuseTemporaryPassword,
  requireNonAnonymousSession,
} from "../../sessions/require-session.ts";

const short = z
  .string()
  .max(120)
  .nullish()
  .transform((text) => text ?? "");
const body = z.object({
  friendly_name: short,
  factor_type: optionalText,
  issuer: short,
  phone: optionalText,
});

/** Seconds after which an unverified factor without a challenge is removed, as in GoTrue. */
const UNFINISHED_SECONDS = 300;

/**
 * POST /factors: enrols an unverified factor. For an authenticator app, this is the only response with the secret: as
 * text, as an otpauth URI and as a QR code (SVG).
 */
export async function enrollFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const caller = await requireNonAnonymousSession(c, deps);
  refuseTemporaryPassword(caller);
  const { user } = caller;
  const type = offeredType(request.factor_type, deps);
  const phone = type === "phone" ? phoneOf(request.phone) : null;
  const secret = type === "totp" ? newTotpSecret() : null;
  const factor = { id: randomUUID(), name: request.friendly_name };
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await tx.query("select 1 from auth.users where id = $1::uuid for update", [user.id]);
    await removeUnfinished(tx, user.id);
    if (phone !== null) await refuseKnownPhone(tx, user.id, phone);
    await refuseUnlessAllowed(tx, deps, caller, factor.name);
    await tx.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
       values ($1::uuid, $2::uuid, $3, $4::auth.factor_type, 'unverified', $5, $6, clock_timestamp(), clock_timestamp())`,
      [factor.id, user.id, factor.name, type, secret, phone],
    );
    await audit(tx, "factor_in_progress", user.id, clientIp(c, deps));
  });
  const made = { id: factor.id, type, friendly_name: factor.name };
  if (secret === null) return c.json({ ...made, ...(phone === null ? {} : { phone: request.phone }) });
  const issuer = request.issuer || new URL(deps.siteUrl).host;
  const uri = totpUri(issuer, user.email || user.phone, secret);
  return c.json({ ...made, totp: { qr_code: qrCode(uri), secret, uri } });
}

function offeredType(type: string, { config }: AuthDeps): FactorType {
  const { totp, phone, web_authn } = config.auth.mfa;
  switch (type) {
    case "totp":
      if (totp.enroll_enabled) return type;
      throw new AuthError(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
    case "phone":
      if (phone.enroll_enabled) return type;
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    case "webauthn":
      if (web_authn.enroll_enabled) return type;
      throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
    default:
      throw new AuthError(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
}

function phoneOf(text: string): string {
  if (text) return normalPhone(text);
  throw new AuthError(400, "validation_failed", "Phone number required to enroll Phone factor");
}

/** Replaces an unverified factor for the same number. Throws mfa_verified_factor_exists (422). */
async function refuseKnownPhone(tx: Queryable, userId: string, phone: string): Promise<void> {
  await tx.query(
    "delete from auth.mfa_factors where user_id = $1::uuid and phone = $2 and status = 'unverified'",
    [userId, phone],
  );
  const factors = await factorsOf(tx, userId);
  if (!factors.some((factor) => factor.phone === phone)) return;
  const message = "A verified phone factor already exists, unenroll the existing factor to continue";
  throw new AuthError(422, "mfa_verified_factor_exists", message);
}

async function refuseUnlessAllowed(
  tx: Queryable,
  deps: AuthDeps,
  caller: CurrentSession,
  name: string,
): Promise<void> {
  const factors = await factorsOf(tx, caller.user.id);
  if (factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (factors.length >= deps.config.auth.mfa.max_enrolled_factors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (caller.aal !== "aal2" && factors.some(({ verified }) => verified)) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

async function removeUnfinished(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors as f where f.user_id = $1::uuid and f.status = 'unverified'
       and f.created_at < clock_timestamp() - make_interval(secs => $2::float8)
       and not exists (select 1 from auth.mfa_challenges as c where c.factor_id = f.id)`,
    [userId, String(UNFINISHED_SECONDS)],
  );
}
