import type { Context } from "hono";
import { z } from "zod";
import { type AuthDeps, clientIp } from "../../deps.ts";
import { findOrCreateAccount } from "../../external/external-account.ts";
import { openExternalSession } from "../../external/external-session.ts";
import { readIdToken } from "../../external/id-tokens.ts";
import { linkExternalIdentity } from "../../external/link-identity.ts";
import { enforceLimit, perFiveMinutes } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { requireSession } from "../../sessions/require-session.ts";
import { requireManualLinking } from "../identities.ts";

const token = z
  .string()
  .max(32_768)
  .nullish()
  .transform((text) => text ?? "");
const body = z.object({
  provider: optionalText,
  issuer: optionalText,
  client_id: optionalText,
  id_token: token,
  access_token: token,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/**
 * Signs in with an external provider's ID token. With link_identity, adds the identity to the account of the bearer
 * token. Returns a session.
 */
export async function idTokenGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const ip = clientIp(c, deps);
  const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
  await enforceLimit(deps.database, limit, ip);
  const owner = request.link_identity ? await ownerOf(c, deps) : null;
  const external = await readIdToken(deps, request);
  const session = await openExternalSession(c, deps, "oauth", (tx) =>
    owner === null
      ? findOrCreateAccount(tx, deps, external, ip)
      : linkExternalIdentity(tx, owner, external, ip),
  );
  return c.json(session);
}

async function ownerOf(c: Context, deps: AuthDeps): Promise<string> {
  const { user } = await requireSession(c, deps);
  requireManualLinking(deps);
  return user.id;
}
