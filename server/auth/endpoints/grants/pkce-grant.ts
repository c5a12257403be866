import type { Context } from "hono";
import { z } from "zod";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { enforceLimit, perFiveMinutes } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { redeemAuthCode } from "../../sessions/pkce.ts";
import { deviceOf, openSession } from "../../sessions/sessions.ts";

const body = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** Exchanges a link's authorization code and the browser's code verifier for a session. */
export async function pkceGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const { auth_code, code_verifier } = await readBody(c, body);
  if (!auth_code || !code_verifier) {
    throw new AuthError(
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  }
  const limit = perFiveMinutes("token_verifications", deps.config.auth.rate_limit.token_verifications);
  await enforceLimit(deps.database, limit, clientIp(c, deps));
  const session = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const { userId, method, providerTokens } = await redeemAuthCode(tx, auth_code, code_verifier);
    return { ...(await openSession(tx, deps, userId, method, deviceOf(c, deps))), ...providerTokens };
  });
  return c.json(session);
}
