/** What this host does not have, refused in upstream's words, so that a client can say so. */
import type { Context } from "hono";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";

/** GET /authorize?provider=: other houses sign in by their ID tokens alone, never by a redirect. */
export function authorize(c: Context, { config }: AuthDeps): Response {
  const provider = (c.req.query("provider") ?? "").toLowerCase();
  const settings = config.auth.external[provider];
  const reason = settings?.enabled
    ? "sign-in by redirect is not part of this host"
    : PROVIDERS.includes(provider) || settings
      ? "provider is not enabled"
      : `Provider ${provider} could not be found`;
  throw new AuthError(400, "validation_failed", `Unsupported provider: ${reason}`);
}

/** POST /sso. */
export function singleSignOn(): Response {
  throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}

/** Upstream's providers, as GET /settings lists them. */
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
