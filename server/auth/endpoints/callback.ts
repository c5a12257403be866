import type { Context } from "hono";
import type { Queryable } from "../../database/database.ts";
import { readBytes } from "../../gateway/bodies/body.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError, OAuthError, toAuthError } from "../errors.ts";
import { acceptInvitation } from "../external/accept-invitation.ts";
import { findOrCreateAccount } from "../external/external-account.ts";
import { admitExternal } from "../external/external-session.ts";
import { linkExternalIdentity } from "../external/link-identity.ts";
import { findProvider, type ProviderAnswer, redeemProviderCode } from "../external/providers.ts";
import {
  claimRedirectFlow,
  endRedirectFlow,
  findRedirectFlow,
  type RedirectFlow,
} from "../external/redirect-flows.ts";
import { enforceLimit, perFiveMinutes } from "../rate-limits.ts";
import { withFragment, withQuery } from "../redirects.ts";
import { issueExternalAuthCode } from "../sessions/pkce.ts";
import { deviceOf, openSession, type SessionJson } from "../sessions/sessions.ts";

const MAX_BYTES = 64 * 1024;
/** Of the error that a provider sends, which the redirect repeats in its query and its fragment. */
const MAX_ERROR = 64;
const MAX_DESCRIPTION = 255;

/** OAuth's error name for a status, which GoTrue sends beside its own code. */
const OAUTH_ERROR: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
};
const DENIED: readonly string[] = ["signup_disabled", "user_banned", "provider_email_needs_verification"];

/**
 * GET and POST /callback: the provider's answer to GET /authorize. Redirects to redirect_to with an authorization code
 * in the query (PKCE) or with the session in the fragment. An error is in both, as in GoTrue; without a valid state the
 * redirect goes to SITE_URL.
 */
export async function callback(c: Context, deps: AuthDeps): Promise<Response> {
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  let flow: RedirectFlow;
  let answer: URLSearchParams;
  try {
    answer = await parametersOf(c);
    const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
    await enforceLimit(deps.database, limit, clientIp(c, deps));
    flow = await findRedirectFlow(deps.database, answer.get("state") ?? "");
  } catch (cause) {
    return c.redirect(withQuery(deps.siteUrl, errorValues(deps, cause)), 303);
  }
  try {
    return c.redirect(await finish(c, deps, flow, answer), 302);
  } catch (cause) {
    const values = errorValues(deps, cause);
    return c.redirect(withFragment(withQuery(flow.redirectTo, values), { ...values, sb: "" }), 302);
  }
}

/** Apple sends a form, other providers a query. */
async function parametersOf(c: Context): Promise<URLSearchParams> {
  if (c.req.method !== "POST") return new URL(c.req.url).searchParams;
  const bytes = await readBytes(c.req.raw, MAX_BYTES);
  if (!bytes) throw new AuthError(413, "validation_failed", "Request body too large");
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** The flow is used up before the provider is asked, so that no answer is accepted twice. */
async function finish(
  c: Context,
  deps: AuthDeps,
  flow: RedirectFlow,
  answer: URLSearchParams,
): Promise<string> {
  const verifier = await deps.database.transaction(AUTH_ROLE, (tx) => claimRedirectFlow(tx, flow));
  const error = answer.get("error");
  if (error) {
    const description = (answer.get("error_description") ?? "").slice(0, MAX_DESCRIPTION);
    throw new ProviderRefusal(error.slice(0, MAX_ERROR), description);
  }
  if (!answer.get("code")) {
    const message = "OAuth callback with missing authorization code missing";
    throw new AuthError(400, "bad_oauth_callback", message);
  }
  const provider = findProvider(deps, flow.provider);
  if (!provider)
    throw new AuthError(400, "provider_disabled", "Unsupported provider: provider is not enabled");
  const given = await redeemProviderCode(deps, provider, answer, { state: flow.id, verifier });
  return enter(c, deps, flow, given);
}

/** Admits the account and returns the address with its code or session. */
function enter(
  c: Context,
  deps: AuthDeps,
  flow: RedirectFlow,
  { identity, tokens }: ProviderAnswer,
): Promise<string> {
  const ip = clientIp(c, deps);
  const { linkingTarget, invitation } = flow;
  const admit = (tx: Queryable) => {
    if (linkingTarget !== null) return linkExternalIdentity(tx, linkingTarget, identity, ip);
    if (invitation !== null) return acceptInvitation(tx, deps, invitation, identity, ip);
    return findOrCreateAccount(tx, deps, identity, ip);
  };
  return admitExternal(c, deps, flow.redirectTo, admit, async (tx, { id }) => {
    if (flow.isPkce) {
      return withQuery(flow.redirectTo, { code: await issueExternalAuthCode(tx, flow.id, id, tokens) });
    }
    const session = await openSession(tx, deps, id, "oauth", deviceOf(c, deps));
    await endRedirectFlow(tx, flow);
    return withFragment(flow.redirectTo, {
      ...fragmentOf(session),
      provider_token: tokens.access,
      ...(tokens.refresh ? { provider_refresh_token: tokens.refresh } : {}),
      sb: "",
    });
  });
}

function fragmentOf(session: SessionJson): Record<string, string> {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  return {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
  };
}

/** The provider refused, for example because its user did not consent. */
class ProviderRefusal extends Error {
  override readonly name = "ProviderRefusal";
  constructor(
    readonly error: string,
    description: string,
  ) {
    super(description);
  }
}

function errorValues(deps: AuthDeps, cause: unknown): Record<string, string> {
  if (cause instanceof ProviderRefusal || cause instanceof OAuthError) {
    return { error: cause.error, error_description: cause.message };
  }
  const error = toAuthError(cause);
  if (error.status >= 500) deps.log?.("auth /callback", cause);
  const name = DENIED.includes(error.code) ? "access_denied" : OAUTH_ERROR[error.status];
  return { error: name ?? "server_error", error_code: error.code, error_description: error.message };
}
