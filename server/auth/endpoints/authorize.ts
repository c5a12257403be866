import type { Context } from "hono";
import { fitsHeader } from "../../gateway/header-limits.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { authorizationUrl, findProvider, newVerifier, type Provider } from "../external/providers.ts";
import { startRedirectFlow } from "../external/redirect-flows.ts";
import { enforceLimit, perFiveMinutes } from "../rate-limits.ts";
import { requestedRedirect } from "../redirects.ts";
import { readChallenge } from "../sessions/pkce.ts";
import { findLinkByHash, linkHash } from "../verification/one-time-tokens.ts";
import { PROVIDERS } from "./not-offered.ts";

/** Parameters that the client must not choose, because this host does, or that are not for the provider. */
const OWN_PARAMETERS = [
  "apikey",
  "client_id",
  "client_secret",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "invite_token",
  "nonce",
  "provider",
  "redirect_to",
  "redirect_uri",
  "request",
  "request_uri",
  "response_mode",
  "response_type",
  "scope",
  "scopes",
  "skip_http_redirect",
  "state",
];

/**
 * GET /authorize?provider=&redirect_to=&scopes=&code_challenge=: redirects to the provider's sign-in page. Other
 * parameters (prompt, login_hint) are passed to it.
 */
export async function authorize(c: Context, deps: AuthDeps): Promise<Response> {
  return c.redirect(await authorizationOf(c, deps, null), 302);
}

/**
 * Starts a sign-in by redirect and returns the address of the provider's page. Throws validation_failed (400) for a
 * provider that is unknown, disabled or cannot be reached.
 */
export async function authorizationOf(
  c: Context,
  deps: AuthDeps,
  linkingTarget: string | null,
): Promise<string> {
  const provider = chosenProvider(c, deps);
  const challenge = readChallenge({
    code_challenge: c.req.query("code_challenge") ?? "",
    code_challenge_method: c.req.query("code_challenge_method") ?? "",
  });
  const scopes = c.req.query("scopes") ?? "";
  const all = Object.entries(c.req.query());
  const more = Object.fromEntries(all.filter(([name]) => !OWN_PARAMETERS.includes(name.toLowerCase())));
  if (!fitsHeader(String(new URLSearchParams({ ...more, scopes }))))
    throw new AuthError(400, "validation_failed", "The parameters for the provider are too long");
  const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
  await enforceLimit(deps.database, limit, clientIp(c, deps));
  const verifier = newVerifier();
  const redirectTo = requestedRedirect(c, deps);
  const invitation = await readInvitation(c, deps);
  const flow = { provider: provider.name, redirectTo, linkingTarget, invitation, challenge, verifier };
  const state = await deps.database.transaction(AUTH_ROLE, (tx) => startRedirectFlow(tx, flow));
  const request = { state, verifier, scopes, more };
  return authorizationUrl(deps, provider, request).catch((error: unknown) => {
    deps.log?.(`sign-in with ${provider.name}: ${provider.issuer}`, error);
    throw unsupported("the provider cannot be reached");
  });
}

/** The hash of the invitation's token in invite_token. Throws user_not_found (404) for an unknown token. */
async function readInvitation(c: Context, deps: AuthDeps): Promise<string | null> {
  const token = c.req.query("invite_token");
  if (!token) return null;
  const hash = linkHash(token);
  if (await findLinkByHash(deps.database, hash, ["confirmation_token"])) return hash;
  throw new AuthError(404, "user_not_found", "User identified by token not found");
}

function chosenProvider(c: Context, deps: AuthDeps): Provider {
  const name = (c.req.query("provider") ?? "").toLowerCase();
  const provider = findProvider(deps, name);
  if (provider) return provider;
  const isKnown = PROVIDERS.includes(name) || deps.config.auth.external[name] !== undefined;
  throw unsupported(isKnown ? "provider is not enabled" : `Provider ${name} could not be found`);
}

function unsupported(reason: string): AuthError {
  return new AuthError(400, "validation_failed", `Unsupported provider: ${reason}`);
}
