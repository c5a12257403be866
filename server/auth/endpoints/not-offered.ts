/**
 * Features that this host does not have. The endpoints refuse them in GoTrue's words, so that clients can handle the
 * error.
 */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { optionalText, readBody } from "../request-body.ts";
import { requireAdmin } from "../sessions/require-session.ts";

/** POST /sso, GET /sso/saml/metadata and POST /sso/saml/acs, as with SAML disabled. */
export function singleSignOn(): Response {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}

/** GET /admin/sso/providers: an empty list. */
export async function listSsoProviders(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  return c.json({ items: [] });
}

/** POST /admin/sso/providers. */
export async function createSsoProvider(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const { type } = await readBody(c, z.object({ type: optionalText }));
  if (type === "saml") return singleSignOn();
  throw new AuthError(400, "validation_failed", "Only 'saml' supported for SSO provider type");
}

/** GET, PUT and DELETE /admin/sso/providers/:id. */
export async function findSsoProvider(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
}

/** GoTrue's providers, as GET /settings lists them. */
export const PROVIDERS: readonly string[] = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "zoom",
];
