import type { Context } from "hono";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { toAuthError } from "../errors.ts";
import { enforceLimit, perFiveMinutes } from "../rate-limits.ts";
import { requestedRedirect, withFragment, withQuery } from "../redirects.ts";
import { issueAuthCode } from "../sessions/pkce.ts";
import { deviceOf, type Method, openSession, type SessionJson } from "../sessions/sessions.ts";
import { PKCE_PREFIX } from "../verification/one-time-tokens.ts";
import { redeemLink, type VerificationType } from "../verification/verification.ts";
import { ONE_OF_TWO, verificationType } from "./verify.ts";

/** OAuth's error name for a status, which GoTrue sends beside its own code. */
const OAUTH_ERROR: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
};

const FLOW: Record<VerificationType, Method> = {
  signup: "email/signup",
  invite: "email/signup",
  recovery: "recovery",
  magiclink: "magiclink",
  email: "magiclink",
  email_change: "email_change",
  sms: "otp",
  phone_change: "otp",
};

/**
 * GET /verify, the link in an email. Redirects to redirect_to with the session in the fragment, or with an
 * authorization code in the query if the link was requested with PKCE. An expired or used link redirects with an error
 * in the fragment.
 */
export async function verifyLink(c: Context, deps: AuthDeps): Promise<Response> {
  const redirectTo = requestedRedirect(c, deps);
  const token = c.req.query("token") ?? c.req.query("token_hash") ?? "";
  const pkce = token.startsWith(PKCE_PREFIX);
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  try {
    const type = verificationType(c.req.query("type") ?? "");
    const limit = perFiveMinutes("token_verifications", deps.config.auth.rate_limit.token_verifications);
    await enforceLimit(deps.database, limit, clientIp(c, deps));
    const outcome = await deps.database.transaction(AUTH_ROLE, async (tx) => {
      const { user, complete } = await redeemLink(tx, deps, type, token);
      if (!complete) return { kind: "half" as const };
      if (pkce) return { kind: "code" as const, code: await issueAuthCode(tx, user.id, FLOW[type]) };
      return {
        kind: "session" as const,
        session: await openSession(tx, deps, user.id, "otp", deviceOf(c, deps)),
      };
    });
    switch (outcome.kind) {
      case "half":
        return c.redirect(withFragment(redirectTo, { message: ONE_OF_TWO }), 303);
      case "code":
        return c.redirect(withQuery(redirectTo, { code: outcome.code }), 303);
      case "session":
        return c.redirect(withFragment(redirectTo, fragment(outcome.session, type)), 303);
    }
  } catch (cause) {
    const error = toAuthError(cause);
    if (error.status >= 500) deps.log?.("auth GET /verify", cause);
    const values = {
      error: OAUTH_ERROR[error.status] ?? "invalid_request",
      error_code: error.code,
      error_description: error.message,
    };
    const target = pkce ? withQuery(redirectTo, values) : redirectTo;
    return c.redirect(withFragment(target, values), 303);
  }
}

function fragment(session: SessionJson, type: VerificationType): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  };
}
