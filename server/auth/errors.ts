import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { GatewayError } from "../gateway/errors.ts";
import { requestIdOf } from "../gateway/request-ids.ts";
import type { AuthDeps } from "./deps.ts";

/** The codes of https://supabase.com/docs/guides/auth/debugging/error-codes that this service returns. */
export type AuthErrorCode =
  | "anonymous_provider_disabled"
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "email_address_invalid"
  | "email_conflict_identity_not_deletable"
  | "email_exists"
  | "email_not_confirmed"
  | "email_provider_disabled"
  | "flow_state_already_used"
  | "flow_state_expired"
  | "flow_state_not_found"
  | "identity_already_exists"
  | "identity_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "manual_linking_disabled"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_ip_address_mismatch"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_phone_verify_not_enabled"
  | "mfa_totp_enroll_not_enabled"
  | "mfa_totp_verify_not_enabled"
  | "mfa_verification_failed"
  | "mfa_verified_factor_exists"
  | "mfa_verification_rejected"
  | "mfa_webauthn_enroll_not_enabled"
  | "mfa_webauthn_verify_not_enabled"
  | "no_authorization"
  | "not_admin"
  | "oauth_client_state_not_found"
  | "otp_disabled"
  | "otp_expired"
  | "over_email_send_rate_limit"
  | "over_request_rate_limit"
  | "over_sms_send_rate_limit"
  | "passkey_disabled"
  | "password_change_required"
  | "phone_exists"
  | "phone_not_confirmed"
  | "phone_provider_disabled"
  | "provider_disabled"
  | "provider_email_needs_verification"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "same_password"
  | "saml_provider_disabled"
  | "session_expired"
  | "session_not_found"
  | "signup_disabled"
  | "single_identity_not_deletable"
  | "sms_send_failed"
  | "sso_provider_not_found"
  | "too_many_enrolled_mfa_factors"
  | "too_many_passkeys"
  | "unexpected_failure"
  | "unknown"
  | "user_already_exists"
  | "user_banned"
  | "invite_not_found"
  | "user_not_found"
  | "validation_failed"
  | "weak_password"
  | "webauthn_challenge_expired"
  | "webauthn_challenge_not_found"
  | "webauthn_credential_exists"
  | "webauthn_verification_failed";

/** An error with its HTTP status and code. `extra.retryAfter` is in seconds. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  constructor(
    readonly status: number,
    readonly code: AuthErrorCode,
    message: string,
    readonly extra: { reasons?: readonly string[]; retryAfter?: number } = {},
  ) {
    super(message);
  }
}

/**
 * An error in the form of RFC 6749, section 5.2, which GoTrue returns for grants by external providers. The status is
 * always 400.
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  constructor(
    readonly error: "invalid request" | "invalid nonce" | "invalid_grant",
    description: string,
  ) {
    super(description);
  }
}

const VERSION_HEADER = "x-supabase-api-version";
const FIRST_NAMED_VERSION = "2024-01-01";

/** Answers an error in the form that the client's API version expects. Unknown causes are only logged. */
export function answerError(error: unknown, c: Context, deps: AuthDeps): Response {
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  const known = toAuthError(error);
  if (known.status >= 500) deps.log?.(`auth ${c.req.method} ${c.req.path}`, error, requestIdOf(c.env));
  const { reasons, retryAfter } = known.extra;
  if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
  const extra = reasons ? { weak_password: { reasons } } : {};
  const status = known.status as ContentfulStatusCode;
  const version = c.req.header(VERSION_HEADER) ?? "";
  // ISO dates sort as text. Anything else selects the oldest version.
  if (/^\d{4}-\d\d-\d\d$/.test(version) && version >= FIRST_NAMED_VERSION) {
    c.header(VERSION_HEADER, FIRST_NAMED_VERSION);
    return c.json({ code: known.code, message: known.message, ...extra }, status);
  }
  return c.json({ code: known.status, error_code: known.code, msg: known.message, ...extra }, status);
}

/** Converts any error. Unknown errors become unexpected_failure (500) without their cause. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof GatewayError) {
    if (error.kind === "key_unknown") return new AuthError(401, "no_authorization", error.message);
    const cause =
      error.kind === "token_expired" ? "token has invalid claims: token is expired" : error.message;
    return new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${cause}`);
  }
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
