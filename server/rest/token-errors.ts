/**
 * Refused tokens in PostgREST 14's codes and words. PGRST300 and PGRST302 cannot occur: the host always has keys and a
 * role for callers without a token. Source: PostgREST's Auth/Jwt.hs and Error.hs, JwtError.
 */
import { type GatewayError, restBody } from "../gateway/errors.ts";
import type { HeaderReader } from "../gateway/http/request-head.ts";
import { RestError } from "./errors.ts";

/** Seconds by which the clocks of the issuer and of this host may differ. */
const ALLOWED_SKEW = 30;

/** The gateway's errors. A token whose claims it refuses has one of PostgREST's messages. */
export function tokenError(error: GatewayError, headers: HeaderReader): RestError {
  const { kind, message } = error;
  // A role that tokens may not name, reported like PostgreSQL's refusal of `set role`.
  if (kind === "token_invalid" && message.startsWith("permission denied to set role"))
    return new RestError(403, "42501", message);
  if (kind === "key_unknown") {
    const { code, hint } = restBody(error);
    return new RestError(error.status, code, message, null, hint, challenge(message));
  }
  if (kind === "token_expired" || /^(JWT not yet valid$|The JWT '\w+' claim )/.test(message))
    return claimsError(message);
  const parts = (headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").split(".").length;
  if (parts !== 3) return decodeError(`Expected 3 parts in JWT; got ${parts}`);
  return decodeError("No suitable key or wrong key type", "None of the keys was able to decode the JWT");
}

/** Throws PGRST301 for `Authorization: Bearer` without a token, which the gateway takes for no credential. */
export function refuseEmptyToken(headers: HeaderReader): void {
  if (/^bearer\s*$/i.test(headers.get("authorization") ?? ""))
    throw decodeError("Empty JWT is sent in Authorization header");
}

/** Throws PGRST303 for claims that a token may have although its signature and its times of validity are good. */
export function refuseInvalidClaims({ iat, aud }: Readonly<Record<string, unknown>>): void {
  if (iat !== undefined && iat !== null) {
    if (typeof iat !== "number") throw claimsError("The JWT 'iat' claim must be a number");
    if (iat > Date.now() / 1000 + ALLOWED_SKEW) throw claimsError("JWT issued at future");
  }
  if (aud !== undefined && aud !== null && ![aud].flat().every((name) => typeof name === "string"))
    throw claimsError("The JWT 'aud' claim must be a string or an array of strings");
}

function decodeError(message: string, details: string | null = null): RestError {
  return new RestError(401, "PGRST301", message, details, null, challenge(message));
}

function claimsError(message: string): RestError {
  return new RestError(401, "PGRST303", message, null, null, challenge(message));
}

function challenge(message: string): Record<string, string> {
  return {
    "www-authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
  };
}
