/** Signed URLs: a token, signed with the host's keys, that opens one object until it expires. */
import { GatewayError } from "../../gateway/errors.ts";
import type { Claims } from "../../gateway/tokens.ts";
import type { StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";

/** A token for reading cannot be used for uploading, and the other way round. */
export type Purpose = "read" | "upload";

export interface Signed {
  /** `<bucket>/<name>`. */
  url: string;
  expires: Date;
  /** Additional signed claims. */
  claims: Claims;
}

/** Signs a token that is valid for `seconds`. The token has no role, so it is useless as an access token. */
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

/** Throws invalid_jwt for an invalid token, invalid_signature for the token of another object or purpose. */
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
