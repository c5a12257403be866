import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose";
import { ISSUERS, issuerOf } from "../../config/external-settings.ts";
import { type AuthDeps, nowOf } from "../deps.ts";
import { AuthError, OAuthError } from "../errors.ts";
import type { ExternalIdentity } from "./external-account.ts";
import { identityFromClaims } from "./id-token-claims.ts";
import { findIssuer, type Issuer } from "./issuers.ts";

export interface IdTokenRequest {
  provider: string;
  issuer: string;
  client_id: string;
  id_token: string;
  access_token: string;
  nonce: string;
}

interface Provider {
  name: string;
  issuer: string;
  audiences: readonly string[];
  skipsNonce: boolean;
  emailOptional: boolean;
}

/** Asymmetric algorithms only: with a symmetric one, a public key could be used as the secret. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "EdDSA",
  "Ed25519",
];

/**
 * Reads and verifies an ID token (OpenID Connect Core 1.0, section 3.1.3.7). Throws validation_failed or
 * provider_disabled (400) for an unknown or disabled provider, OAuthError for an invalid token.
 */
export async function readIdToken(deps: AuthDeps, request: IdTokenRequest): Promise<ExternalIdentity> {
  if (!request.id_token) throw new OAuthError("invalid request", "id_token required");
  if (!request.provider && !(request.client_id && request.issuer)) {
    throw new OAuthError("invalid request", "provider or client_id and issuer required");
  }
  const provider = chooseProvider(deps, request);
  const { payload, alg } = await verify(deps, provider, request.id_token);
  const identity = identityFromClaims(provider.name, payload, provider.emailOptional);
  if (!identity) throw badToken();
  if (request.access_token && !accessTokenMatches(payload, alg, request.access_token)) throw badToken();
  refuseOtherAudience(payload, provider);
  if (!provider.skipsNonce) refuseOtherNonce(payload, request.nonce);
  return identity;
}

function chooseProvider({ config }: AuthDeps, request: IdTokenRequest): Provider {
  const { external } = config.auth;
  const names = [...new Set([...Object.keys(external), ...Object.keys(ISSUERS)])];
  const name = names.find((one) =>
    request.provider ? one === request.provider : issuerOf(one, external[one]) === request.issuer,
  );
  const issuer = name === undefined ? undefined : issuerOf(name, external[name]);
  if (name === undefined || issuer === undefined) {
    throw new AuthError(400, "validation_failed", `Custom OIDC provider "${request.provider}" not allowed`);
  }
  const settings = external[name];
  if (!settings?.enabled) {
    throw new AuthError(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`);
  }
  return {
    name,
    issuer,
    audiences: settings.client_id,
    skipsNonce: settings.skip_nonce_check,
    emailOptional: settings.email_optional,
  };
}

/** Refused tokens are not logged, because their claims are personal data. */
async function verify(deps: AuthDeps, { issuer: url }: Provider, token: string) {
  const expected = refuseMalformed(url, token);
  const issuer = await findIssuer(url).catch((error: unknown): Issuer => {
    deps.log?.(`issuer ${url}`, error);
    throw new AuthError(500, "unexpected_failure", "Unable to reach the issuer of the ID token");
  });
  try {
    const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
      issuer: expected,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp", "aud"],
      currentDate: new Date(nowOf(deps)),
    });
    return { payload, alg: protectedHeader.alg };
  } catch {
    throw badToken();
  }
}

/**
 * Refuses what is no signed token of this issuer before the issuer is contacted, so that strangers cannot make this host
 * send requests. Returns the issuer that the token must name.
 */
function refuseMalformed(url: string, token: string): string {
  try {
    const { alg } = decodeProtectedHeader(token);
    const { iss = "", tid } = decodeJwt(token);
    // Google omits the scheme in old tokens. Microsoft's accounts of all tenants have issuers of their own.
    const issuers = [
      url,
      ...(url === ISSUERS.google ? ["accounts.google.com"] : []),
      ...tenantIssuer(url, tid),
    ];
    if (typeof alg === "string" && ALGORITHMS.includes(alg) && issuers.includes(iss)) return iss;
  } catch {
    // It is not a token.
  }
  throw badToken();
}

function tenantIssuer(url: string, tid: unknown): string[] {
  const isForAll = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0$/.test(
    url,
  );
  if (!isForAll || typeof tid !== "string" || !/^[\da-f-]{36}$/.test(tid)) return [];
  return [`https://login.microsoftonline.com/${tid}/v2.0`];
}

function refuseOtherAudience({ aud }: JWTPayload, { audiences }: Provider): void {
  const given = [aud ?? []].flat();
  if (given.some((one) => audiences.includes(one))) return;
  throw new OAuthError("invalid request", `Unacceptable audience in id_token: [${given.join(" ")}]`);
}

/** The token contains the hash of a nonce that only the browser knows, so a stolen token is useless without it. */
function refuseOtherNonce({ nonce: hash }: JWTPayload, nonce: string): void {
  const given = typeof hash === "string" ? hash : "";
  if ((given === "") !== (nonce === "")) {
    const message = "Passed nonce and nonce in id_token should either both exist or not.";
    throw new OAuthError("invalid request", message);
  }
  if (nonce && createHash("sha256").update(nonce).digest("hex") !== given) {
    throw new OAuthError("invalid nonce", "Nonces mismatch");
  }
}

/** OpenID Connect Core 1.0, section 3.1.3.6. A token without the claim is not compared. */
function accessTokenMatches({ at_hash: expected }: JWTPayload, alg: string, accessToken: string): boolean {
  if (typeof expected !== "string" || expected === "") return true;
  const bits = /^Ed/.test(alg) ? "512" : alg.slice(-3);
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url") === expected;
}

function badToken(): OAuthError {
  return new OAuthError("invalid request", "Bad ID token");
}
