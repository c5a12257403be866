import type { Context } from "hono";
import { z } from "zod";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError, type AuthErrorCode } from "../../errors.ts";
import { enforceMessageLimits } from "../../messages/message-limits.ts";
import { requireChannel, sendFactorCode } from "../../messages/messages.ts";
import { createChallenge, newCode } from "../../mfa/challenges.ts";
import { type Factor, type FactorType, factorInPath, factorsOf } from "../../mfa/factors.ts";
import { type Ceremony, creationOptions, requestOptions } from "../../mfa/webauthn.ts";
import { enforceLimit, MFA_ATTEMPTS } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { type CurrentSession, requireNonAnonymousSession } from "../../sessions/require-session.ts";

const body = z.object({ channel: optionalText });

/** The parts of a challenge: the code to send, the stored WebAuthn ceremony, and the extra fields of the response. */
interface ChallengeContent {
  code?: string;
  ceremony?: Ceremony;
  shown?: Readonly<Record<string, unknown>>;
}

/**
 * POST /factors/:id/challenge: creates a challenge. Sends a code to a phone factor; for a WebAuthn factor returns the
 * options for the browser's authenticator. `expires_at` is in Unix seconds.
 */
export async function challengeFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const { channel: asked } = await readBody(c, body);
  const { user } = await requireNonAnonymousSession(c, deps);
  const factor = await factorInPath(c, deps.database, user.id);
  refuseDisabledVerify(deps, factor.type);
  const channel = requireChannel(deps, factor.type === "phone" ? asked : "");
  await enforceLimit(deps.database, MFA_ATTEMPTS, user.id);
  if (factor.type === "phone") {
    const to = { kind: "phone", value: factor.phone } as const;
    await enforceMessageLimits(deps, c, "mfa", to, deps.config.auth.mfa.phone.max_frequency);
  }
  const { shown, ...asks } = await ask(deps, user, factor);
  const { id, expiresAt } = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const opened = await createChallenge(tx, factor, clientIp(c, deps), asks);
    await audit(tx, "challenge_created", user.id, clientIp(c, deps));
    return opened;
  });
  if (asks.code !== undefined) await sendFactorCode(deps, user, factor.phone, asks.code, channel);
  return c.json({ id, type: factor.type, expires_at: expiresAt, ...shown });
}

async function ask(deps: AuthDeps, user: CurrentSession["user"], factor: Factor): Promise<ChallengeContent> {
  switch (factor.type) {
    case "totp":
      return {};
    case "phone":
      return { code: newCode(deps.config.auth.mfa.phone.otp_length) };
    case "webauthn": {
      const { type, publicKey } = await options(deps, user, factor);
      const ceremony = { challenge: publicKey.challenge, user_id: user.id };
      return { ceremony, shown: { webauthn: { type, credential_options: { publicKey } } } };
    }
  }
}

async function options(deps: AuthDeps, user: CurrentSession["user"], { credential }: Factor) {
  if (credential) return { type: "request", publicKey: await requestOptions(deps, credential) };
  const existing = (await factorsOf(deps.database, user.id)).flatMap((factor) => factor.credential ?? []);
  const owner = { id: user.id, name: user.email || user.phone };
  return { type: "create", publicKey: await creationOptions(deps, owner, existing) };
}

const DISABLED: Record<
  FactorType,
  { setting: "totp" | "phone" | "web_authn"; code: AuthErrorCode; name: string }
> = {
  totp: { setting: "totp", code: "mfa_totp_verify_not_enabled", name: "TOTP" },
  phone: { setting: "phone", code: "mfa_phone_verify_not_enabled", name: "Phone" },
  webauthn: { setting: "web_authn", code: "mfa_webauthn_verify_not_enabled", name: "WebAuthn" },
};

/** Throws mfa_<type>_verify_not_enabled (422). */
export function refuseDisabledVerify({ config }: AuthDeps, type: FactorType): void {
  const { setting, code, name } = DISABLED[type];
  if (config.auth.mfa[setting].verify_enabled) return;
  throw new AuthError(422, code, `MFA verification is disabled for ${name}`);
}
