import type { Context } from "hono";
import type { AuthDeps } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { idTokenGrant } from "./id-token-grant.ts";
import { passwordGrant } from "./password-grant.ts";
import { pkceGrant } from "./pkce-grant.ts";
import { refreshGrant } from "./refresh-grant.ts";

/** POST /token?grant_type=password|refresh_token|pkce|id_token. Returns a session. */
export async function token(c: Context, deps: AuthDeps): Promise<Response> {
  c.header("cache-control", "no-store");
  switch (c.req.query("grant_type")) {
    case "password":
      return passwordGrant(c, deps);
    case "refresh_token":
      return refreshGrant(c, deps);
    case "pkce":
      return pkceGrant(c, deps);
    case "id_token":
      return idTokenGrant(c, deps);
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
}
