import { createHash, randomBytes } from "node:crypto";
import type { Configuration, CustomFetch, ServerMetadata } from "openid-client";
import { isSafeAddress, issuerOf } from "../../config/external-settings.ts";
import { limitedFetch } from "../../outgoing.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import type { ExternalIdentity } from "./external-account.ts";
import { identityFromClaims } from "./id-token-claims.ts";
import { findOAuth2Provider, identityOfAccount, type OAuth2Provider } from "./oauth2-providers.ts";

/** Loaded on first use, because most requests need no provider. */
const library = () => import("openid-client");

type Settings = AuthDeps["config"]["auth"]["external"][string];

/** A provider that signs in by redirect. */
export interface Provider {
  name: string;
  settings: Settings;
  issuer: string;
  /** Null for OpenID Connect. */
  oauth2: OAuth2Provider | null;
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
/** For discovery, keys, tokens and claims. */
const limited = limitedFetch({ timeMs: TIMEOUT_SECONDS * 1000, bytes: 512 * 1024 });
const request: CustomFetch = (url, { body, ...options }) =>
  limited(url, body === undefined ? options : { ...options, body: body as BodyInit });
const known = new Map<string, { until: number; opened: Promise<Configuration> }>();

/** The enabled provider of this name; null for any other. */
export function findProvider({ config }: AuthDeps, name: string): Provider | null {
  const settings = config.auth.external[name];
  if (!settings?.enabled) return null;
  const oauth2 = findOAuth2Provider(name, settings) ?? null;
  const issuer = oauth2?.issuer ?? issuerOf(name, settings);
  return issuer !== undefined ? { name, settings, issuer, oauth2 } : null;
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
  const openId = isApple ? ["openid", "email", "name"] : ["openid", "email", "profile"];
  const standard = provider.oauth2?.scopes ?? openId;
  const url = buildAuthorizationUrl(await open(provider), {
    ...request.more,
    redirect_uri: callbackUrl(deps, provider),
    scope: [...new Set([...standard, ...request.scopes.split(/[\s,]+/).filter(Boolean)])].join(" "),
    state: request.state,
    code_challenge: await calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: "S256",
    ...(usesNonce(provider) ? { nonce: nonceOf(request.verifier) } : {}),
    // Apple sends the name and email only in a form.
    ...(isApple ? { response_mode: "form_post" } : {}),
  });
  return url.href;
}

/**
 * Exchanges the authorization code of a callback and reads the identity from the verified ID token, and from the
 * UserInfo endpoint if the token has no email; without OpenID Connect from the provider's API. Throws unexpected_failure
 * (500).
 */
export async function redeemProviderCode(
  deps: AuthDeps,
  provider: Provider,
  callback: URLSearchParams,
  flow: { state: string; verifier: string },
): Promise<ProviderAnswer> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const url = new URL(callbackUrl(deps, provider));
  // `user` is Apple's addition, and `scope` is Google's. Without a discovery document nothing names the issuer.
  for (const name of ["code", "state", "error", ...(provider.oauth2 ? [] : ["iss"])]) {
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
    idTokenExpected: provider.oauth2 === null,
    ...(usesNonce(provider) ? { expectedNonce: nonceOf(flow.verifier) } : {}),
  }).catch(failWith(deps, provider, `Unable to exchange external code: ${shown}`));
  const profileFailed = "Error getting user profile from external provider";
  const readIdentity = async () => {
    const { name, oauth2, settings } = provider;
    if (oauth2) {
      const account = await oauth2.account(readWith(granted.access_token), granted.access_token);
      return identityOfAccount(name, oauth2, account, settings.email_optional);
    }
    const idToken = granted.claims();
    if (!idToken) throw new Error("no ID token");
    const needsMore = !idToken.email && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = needsMore ? await fetchUserInfo(configuration, granted.access_token, idToken.sub) : {};
    const all = { ...more, ...idToken, ...appleName(provider, callback) };
    const identity = identityFromClaims(name, all, settings.email_optional);
    return identity && withOldNames(identity);
  };
  const identity = await readIdentity().catch(failWith(deps, provider, profileFailed));
  if (!identity) {
    throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
  }
  return { identity, tokens: { access: granted.access_token, refresh: granted.refresh_token ?? "" } };
}

/** Requests JSON of a provider's API with an access token. The error contains the status only. */
function readWith(token: string): (url: string) => Promise<unknown> {
  return async (url) => {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const response = await limited(url, { headers });
    if (!response.ok) throw Object.assign(new Error("refused"), { code: String(response.status) });
    return response.json();
  };
}

/** A nonce is in an ID token. */
function usesNonce({ oauth2, settings }: Provider): boolean {
  return oauth2 === null && !settings.skip_nonce_check;
}

/** The claims under the names that GoTrue's providers add for older clients, and from which profiles take the name. */
function withOldNames(identity: ExternalIdentity): ExternalIdentity {
  const { name, picture } = identity.data;
  const names = { ...(name ? { full_name: name } : {}), ...(picture ? { avatar_url: picture } : {}) };
  return { ...identity, data: { ...identity.data, ...names, provider_id: identity.subject } };
}

/** Reads the provider's discovery document, if it has one. Cached for ten minutes; failures are not cached. */
async function open(provider: Provider): Promise<Configuration> {
  if (provider.oauth2) {
    const { issuer, authorization, token } = provider.oauth2;
    return configure(provider, {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    });
  }
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

async function discover(provider: Provider): Promise<Configuration> {
  const { issuer, settings } = provider;
  const openid = await library();
  const { allowInsecureRequests, discovery, None } = openid;
  const found = await discovery(new URL(issuer), settings.client_id[0] ?? "", undefined, None(), {
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: request,
  });
  const metadata = found.serverMetadata();
  for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    if (address === undefined || !isSafeAddress(address)) throw new Error(`${issuer} lacks an endpoint`);
  }
  return configure(provider, metadata);
}

/** The library's client of a provider. */
async function configure(
  { issuer, settings }: Provider,
  metadata: Readonly<ServerMetadata>,
): Promise<Configuration> {
  const openid = await library();
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, None } = openid;
  const methods = metadata.token_endpoint_auth_methods_supported;
  const authenticate = methods?.includes("client_secret_post") ? ClientSecretPost : ClientSecretBasic;
  const configuration = new Configuration(
    metadata,
    settings.client_id[0] ?? "",
    { token_endpoint_auth_method: "client_secret_post" },
    settings.secret ? authenticate(settings.secret) : None(),
  );
  if (isPlain(issuer)) allowInsecureRequests(configuration);
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[openid.customFetch] = request;
  return configuration;
}

/** Plain HTTP on this machine. */
function isPlain(address: string): boolean {
  return new URL(address).protocol === "http:" && isSafeAddress(address);
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
