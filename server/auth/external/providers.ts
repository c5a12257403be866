import { createHash, randomBytes } from "node:crypto";
import type { Configuration } from "openid-client";
import { isSafeAddress, issuerOf } from "../../config/external-settings.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import type { ExternalIdentity } from "./external-account.ts";
import { identityFromClaims } from "./id-token-claims.ts";

/** Loaded on first use, because most requests need no provider. */
const library = () => import("openid-client");

type Settings = AuthDeps["config"]["auth"]["external"][string];

/** A provider that signs in by redirect. */
export interface Provider {
  name: string;
  settings: Settings;
  issuer: string;
}

/** What a provider returned for an authorization code. */
export interface ProviderAnswer {
  identity: ExternalIdentity;
  tokens: ProviderTokens;
}

/** The provider's own tokens, which the client receives with its session, as in GoTrue. */
export interface ProviderTokens {
  access: string;
  /** Empty if the provider issued none. */
  refresh: string;
}

const CACHE_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
const known = new Map<string, { until: number; opened: Promise<Configuration> }>();

/** The enabled provider of this name; null for any other. */
export function findProvider({ config }: AuthDeps, name: string): Provider | null {
  const settings = config.auth.external[name];
  const issuer = issuerOf(name, settings);
  return settings?.enabled && issuer !== undefined ? { name, settings, issuer } : null;
}

/** The address to which the provider redirects. It must be registered there. */
export function callbackUrl(deps: AuthDeps, { settings }: Provider): string {
  return settings.redirect_uri || `${deps.apiUrl}/auth/v1/callback`;
}

/** A code verifier for this host's own PKCE with a provider (RFC 7636, section 4.1). */
export function newVerifier(): string {
  return randomBytes(32).toString("base64url");
}

/** The address of the provider's sign-in page. Throws if the provider cannot be reached. */
export async function authorizationUrl(
  deps: AuthDeps,
  provider: Provider,
  request: { state: string; verifier: string; scopes: string; more: Readonly<Record<string, string>> },
): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const isApple = provider.name === "apple";
  const standard = isApple ? ["openid", "email", "name"] : ["openid", "email", "profile"];
  const url = buildAuthorizationUrl(await open(provider), {
    ...request.more,
    redirect_uri: callbackUrl(deps, provider),
    scope: [...new Set([...standard, ...request.scopes.split(/\s+/).filter(Boolean)])].join(" "),
    state: request.state,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: "S256",
    ...(provider.settings.skip_nonce_check ? {} : { nonce: nonceOf(request.verifier) }),
    // Apple sends the name and email only in a form.
    ...(isApple ? { response_mode: "form_post" } : {}),
  });
  return url.href;
}

/**
 * Exchanges the authorization code of a callback and reads the identity from the verified ID token, and from the
 * UserInfo endpoint if the token has no email. Throws unexpected_failure (500).
 */
export async function redeemProviderCode(
  deps: AuthDeps,
  provider: Provider,
  callback: URLSearchParams,
  flow: { state: string; verifier: string },
): Promise<ProviderAnswer> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const url = new URL(callbackUrl(deps, provider));
  // `user` is Apple's addition, and `scope` is Google's.
  for (const name of ["code", "state", "iss", "error"]) {
    const value = callback.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  const shown = (callback.get("code") ?? "").slice(0, 4);
  const configuration = await open(provider).catch(
    failWith(deps, provider, `Unable to exchange external code: ${shown}`),
  );
  const granted = await authorizationCodeGrant(configuration, url, {
    expectedState: flow.state,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
    ...(provider.settings.skip_nonce_check ? {} : { expectedNonce: nonceOf(flow.verifier) }),
  }).catch(failWith(deps, provider, `Unable to exchange external code: ${shown}`));
  const profileFailed = "Error getting user profile from external provider";
  const idToken = granted.claims();
  if (!idToken) throw new AuthError(500, "unexpected_failure", profileFailed);
  const needsMore = !idToken.email && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = needsMore
    ? await fetchUserInfo(configuration, granted.access_token, idToken.sub).catch(
        failWith(deps, provider, profileFailed),
      )
    : {};
  const all = {
    ...more,
    ...idToken,
    ...appleName(provider, callback),
  };
  const identity = identityFromClaims(provider.name, all, provider.settings.email_optional);
  if (!identity) {
    throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
  }
  return {
    identity: withOldNames(identity),
    tokens: { access: granted.access_token, refresh: granted.refresh_token ?? "" },
  };
}

/** The claims under the names that GoTrue's providers add for older clients, and from which profiles take the name. */
function withOldNames(identity: ExternalIdentity): ExternalIdentity {
  const { name, picture } = identity.data;
  const names = { ...(name ? { full_name: name } : {}), ...(picture ? { avatar_url: picture } : {}) };
  return { ...identity, data: { ...identity.data, ...names, provider_id: identity.subject } };
}

/** Reads the provider's discovery document. Cached for ten minutes; failures are not cached. */
function open(provider: Provider): Promise<Configuration> {
  const { issuer, settings } = provider;
  const key = createHash("sha256")
    .update(JSON.stringify([issuer, settings.client_id[0], settings.secret]))
    .digest("hex");
  const found = known.get(key);
  if (found && found.until > performance.now()) return found.opened;
  const opened = discover(provider);
  known.set(key, { until: performance.now() + CACHE_MS, opened });
  opened.catch(() => known.delete(key));
  return opened;
}

async function discover({ issuer, settings }: Provider): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, discovery, None } =
    await library();
  const clientId = settings.client_id[0] ?? "";
  const isPlain = new URL(issuer).protocol === "http:" && isSafeAddress(issuer);
  const found = await discovery(new URL(issuer), clientId, undefined, None(), {
    execute: isPlain ? [allowInsecureRequests] : [],
    timeout: TIMEOUT_SECONDS,
  });
  const metadata = found.serverMetadata();
  for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    if (address === undefined || !isSafeAddress(address)) throw new Error(`${issuer} lacks an endpoint`);
  }
  const methods = metadata.token_endpoint_auth_methods_supported;
  const authenticate = methods?.includes("client_secret_post") ? ClientSecretPost : ClientSecretBasic;
  const configuration = new Configuration(
    metadata,
    clientId,
    { token_endpoint_auth_method: "client_secret_post" },
    settings.secret ? authenticate(settings.secret) : None(),
  );
  if (isPlain) allowInsecureRequests(configuration);
  configuration.timeout = TIMEOUT_SECONDS;
  return configuration;
}

/** Derived from the verifier, which only this host knows, so that no column is needed for it. */
function nonceOf(verifier: string): string {
  return createHash("sha256").update(`nonce ${verifier}`).digest("base64url");
}

/** Apple sends the name outside the token, and only with the first sign-in. */
function appleName({ name }: Provider, callback: URLSearchParams): { name?: string } {
  if (name !== "apple") return {};
  try {
    const user = JSON.parse(callback.get("user") ?? "{}") as {
      name?: { firstName?: unknown; lastName?: unknown };
    };
    const parts = [user.name?.firstName, user.name?.lastName].filter((part) => typeof part === "string");
    const full = parts.join(" ").trim().slice(0, 255);
    return full ? { name: full } : {};
  } catch {
    return {};
  }
}

/** Logs the provider's error code, never a token or claim, and throws GoTrue's message. */
function failWith(deps: AuthDeps, { name }: Provider, message: string): (error: unknown) => never {
  return (error) => {
    const text = (field: string) => {
      const value: unknown =
        typeof error === "object" && error !== null ? Reflect.get(error, field) : undefined;
      return typeof value === "string" ? value : "";
    };
    const reason = [text("name"), text("code"), text("error"), text("error_description")]
      .filter(Boolean)
      .join(" ");
    deps.log?.(`sign-in with ${name}`, new Error(reason || "failed"));
    throw new AuthError(500, "unexpected_failure", message);
  };
}
