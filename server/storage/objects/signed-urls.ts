/** Signed addresses: a token of the host's own keys that opens one object for a while, for whoever holds it. */
import { GatewayError } from "../../gateway/errors.ts";
import type { Claims } from "../../gateway/tokens.ts";
import type { StorageDeps } from "../deps.ts";
import { StorageError } from "../errors.ts";

/** Reading is not writing: a token of one purpose never serves the other. */
export type Purpose = "read" | "upload";

export interface Signed {
  /** `<bucket>/<name>`. */
  url: string;
  expires: Date;
  /** Claims that were signed with it. */
  claims: Claims;
}

/** `seconds`: how long it holds. The token names no role, so as an access token it is nobody's. */
export function signUrl(
  { gateway }: StorageDeps,
  purpose: Purpose,
  url: string,
  seconds: number,
  extra: Record<string, unknown> = {},
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return gateway.tokens.sign({ ...extra, url, purpose, iat, exp: iat + seconds });
}

/** Throws invalid_jwt for a token that does not hold, invalid_signature for one of another object or purpose. */
export async function verifyUrl(
  { gateway }: StorageDeps,
  purpose: Purpose,
  url: string,
  token: string | undefined,
): Promise<Signed> {
  if (!token) throw new StorageError("invalid_jwt", "querystring must have required property 'token'");
  const claims = await gateway.tokens.verify(token).catch((error: unknown): never => {
    if (!(error instanceof GatewayError)) throw error;
    throw new StorageError(
      "invalid_jwt",
      error.kind === "token_expired" ? '"exp" claim timestamp check failed' : "Invalid Compact JWS",
    );
  });
  if (claims.url !== url || claims.purpose !== purpose || claims.exp === undefined) {
    throw new StorageError("invalid_signature");
  }
  return { url, expires: new Date(claims.exp * 1000), claims };
}
