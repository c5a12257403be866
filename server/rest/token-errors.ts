/** The gateway's errors in PostgREST 14's words. Source: PostgREST's Error.hs, JwtError. */
import { type GatewayError, restBody } from "../gateway/errors.ts";
import { RestError } from "./errors.ts";

export function tokenError(error: GatewayError, headers: Headers): RestError {
  const { kind, message, status } = error;
  // A role that tokens may not name, reported like PostgreSQL's refusal of `set role`.
  if (kind === "token_invalid" && message.startsWith("permission denied to set role"))
    return new RestError(403, "42501", message);
  if (kind === "key_unknown") {
    const { code, hint } = restBody(error);
    return new RestError(status, code, message, null, hint, challenge(message));
  }
  if (kind === "token_expired")
    return new RestError(status, "PGRST303", message, null, null, challenge(message));
  const parts = (headers.get("authorization") ?? "").replace(/^bearer\s+/i, "").split(".").length;
  if (parts !== 3) {
    const counted = `Expected 3 parts in JWT; got ${parts}`;
    return new RestError(status, "PGRST301", counted, null, null, challenge(counted));
  }
  const unsuitable = "No suitable key or wrong key type";
  const details = "None of the keys was able to decode the JWT";
  return new RestError(status, "PGRST301", unsuitable, details, null, challenge(unsuitable));
}

function challenge(message: string): Record<string, string> {
  return {
    "www-authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
  };
}
