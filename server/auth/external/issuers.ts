import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { isSafeAddress } from "../../config/external-settings.ts";
import { limitedFetch } from "../../outgoing.ts";

/** The issuer's public keys, found by key id. */
export interface Issuer {
  keys: JWTVerifyGetKey;
}

const CACHE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
/** The largest key sets have 20 KB. */
const request = limitedFetch({ timeMs: TIMEOUT_MS, bytes: 512 * 1024 });

const document = z.object({ issuer: z.string(), jwks_uri: z.url() });
const known = new Map<string, { until: number; issuer: Promise<Issuer> }>();

/**
 * Reads an issuer's discovery document (OpenID Connect Discovery 1.0, section 4) and caches it and the keys for ten
 * minutes. Throws if the issuer cannot be reached or has another name.
 */
export function findIssuer(url: string): Promise<Issuer> {
  const found = known.get(url);
  if (found && found.until > performance.now()) return found.issuer;
  const issuer = discover(url);
  known.set(url, { until: performance.now() + CACHE_MS, issuer });
  // Failures are not cached.
  issuer.catch(() => known.delete(url));
  return issuer;
}

async function discover(url: string): Promise<Issuer> {
  const response = await request(`${url.replace(/\/$/, "")}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`the issuer ${url} answered ${response.status}`);
  const found = document.parse(await response.json());
  // Microsoft's document for all tenants has a placeholder, and each token names its own tenant.
  const isForAllTenants = found.issuer === "https://login.microsoftonline.com/{tenantid}/v2.0";
  if (found.issuer !== url && !(isForAllTenants && new URL(url).host === new URL(found.issuer).host))
    throw new Error(`the issuer ${url} calls itself ${found.issuer}`);
  if (!isSafeAddress(found.jwks_uri)) throw new Error(`the issuer ${url} does not serve its keys over HTTPS`);
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    cacheMaxAge: CACHE_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: request,
  });
  return { keys };
}
