import { errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { GatewayError } from "./errors.ts";
import type { SigningKey } from "./keys.ts";

export type Claims = JWTPayload & { role?: string };

export interface Tokens {
  /** Signs an access token. `claims` must have iat and exp (seconds). */
  sign(claims: Claims): Promise<string>;
  /** The claims of a valid, unexpired token. Throws GatewayError. */
  verify(token: string): Promise<Claims>;
  /** The public keys for /auth/v1/.well-known/jwks.json. */
  jwks(): { keys: JWK[] };
}

/**
 * Verified tokens are cached until they expire: one ECDSA check costs as much as ten cached requests. As many as the members
 * whose sockets one host accepts (host.realtime_limits), about 2 KB each.
 */
const MAX_CACHED_TOKENS = 20_000;

export interface TokenSettings {
  /** If set, HS256 tokens signed with it are accepted too, but never for a token that names a key. */
  secret?: string | undefined;
  /** Signs with the secret, as older Supabase projects do. The keys then only verify. */
  signWithSecret?: boolean;
  now?: () => number;
}

/** Signs and verifies access tokens. The first key signs; all verify, so that keys can be rotated. */
export async function createTokens(
  signingKeys: readonly SigningKey[],
  { secret: jwtSecret, signWithSecret = false, now = Date.now }: TokenSettings = {},
): Promise<Tokens> {
  const [first] = signingKeys;
  if (!first) throw new Error("no signing key");
  const signer = await importJWK(first, first.alg);
  const publicKeys = signingKeys.map(publicHalf);
  const verifiers = new Map(
    await Promise.all(
      publicKeys.map(async (jwk) => [`${jwk.alg} ${jwk.kid}`, await importJWK(jwk, jwk.alg)] as const),
    ),
  );
  const algorithms = [...new Set(signingKeys.map(({ alg }) => alg)), ...(jwtSecret ? ["HS256"] : [])];
  const secret = jwtSecret ? new TextEncoder().encode(jwtSecret) : null;
  const seen = new Map<string, Claims>();

  async function check(token: string): Promise<Claims> {
    const options = { currentDate: new Date(now()), clockTolerance: 0 };
    const { payload } = await jwtVerify<Claims>(
      token,
      (header) => {
        // The key's own algorithm, so that a public key can never be used as a shared secret.
        const key = verifiers.get(`${header.alg} ${header.kid}`);
        if (key) return key;
        if (header.alg === "HS256" && secret) return secret;
        throw new errors.JWSSignatureVerificationFailed();
      },
      { ...options, algorithms },
    );
    return payload;
  }

  return {
    sign: (claims) =>
      signWithSecret && secret
        ? new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret)
        : new SignJWT(claims).setProtectedHeader({ alg: first.alg, kid: first.kid, typ: "JWT" }).sign(signer),
    async verify(token) {
      const known = seen.get(token);
      if (known) {
        if (known.exp === undefined || known.exp * 1000 > now()) return known;
        seen.delete(token);
        throw new GatewayError("token_expired", "JWT expired");
      }
      try {
        const claims = await check(token);
        const [oldest] = seen.keys();
        if (seen.size >= MAX_CACHED_TOKENS && oldest !== undefined) seen.delete(oldest);
        seen.set(token, claims);
        return claims;
      } catch (error) {
        throw refusal(error);
      }
    },
    jwks: () => ({ keys: publicKeys }),
  };
}

/** PostgREST's messages: `JWT expired`, `JWSError JWSInvalidSignature`, `JWSError (CompactDecodeError ...)`. */
function refusal(error: unknown): GatewayError {
  if (error instanceof errors.JWTExpired) return new GatewayError("token_expired", "JWT expired");
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    const isEarly = claim === "nbf" && reason === "check_failed";
    return new GatewayError(
      "token_invalid",
      isEarly ? "JWT not yet valid" : `The JWT '${claim}' claim must be a number`,
    );
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new GatewayError("token_invalid", "JWSError JWSInvalidSignature");
  }
  if (error instanceof errors.JOSEError) {
    return new GatewayError(
      "token_invalid",
      "JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts)",
    );
  }
  throw error;
}

function publicHalf(key: SigningKey): JWK & { kid: string; alg: string } {
  const { kid, kty, alg } = key;
  // Lists the public members by name, so that no private one can be published.
  const members = key.kty === "EC" ? { crv: key.crv, x: key.x, y: key.y } : { n: key.n, e: key.e };
  return { kid, kty, ...members, alg, use: "sig", key_ops: ["verify"], ext: true };
}
