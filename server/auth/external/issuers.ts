import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { isSafeAddress } from "../../config/external-settings.ts";

/** The public keys that an issuer signs with, found by the key's name. */
export interface Issuer {
  keys: JWTVerifyGetKey;
}

const CACHE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;

const document = z.object({ issuer: z.string(), jwks_uri: z.url() });
const known = new Map<string, { until: number; issuer: Promise<Issuer> }>();

/**
 * An issuer by its discovery document (OpenID Connect Discovery 1.0, section 4), remembered for ten minutes as its keys
 * are. Throws when it cannot be reached or calls itself something else.
 */
export function findIssuer(url: string): Promise<Issuer> {
  const found = known.get(url);
  if (found && found.until > performance.now()) return found.issuer;
  const issuer = discover(url);
  known.set(url, { until: performance.now() + CACHE_MS, issuer });
  // A failure is nothing to remember.
  issuer.catch(() => known.delete(url));
  return issuer;
}

async function discover(url: string): Promise<Issuer> {
  const response = await fetch(`${url.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
  });
  if (!response.ok) throw new Error(`the issuer ${url} answered ${response.status}`);
  const found = document.parse(await response.json());
  if (found.issuer !== url) throw new Error(`the issuer ${url} calls itself ${found.issuer}`);
  if (!isSafeAddress(found.jwks_uri))
    throw new Error(`the issuer ${url} keeps its keys where anybody may change them`);
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    cacheMaxAge: CACHE_MS,
    timeoutDuration: TIMEOUT_MS,
  });
  return { keys };
}
