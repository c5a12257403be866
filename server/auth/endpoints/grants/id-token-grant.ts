import type { Context } from "hono";
import { z } from "zod";
import { type AuthDeps, addressOf } from "../../deps.ts";
import { admitPerson } from "../../external/external-account.ts";
import { openExternalSession } from "../../external/external-session.ts";
import { readIdToken } from "../../external/id-tokens.ts";
import { linkPerson } from "../../external/link-identity.ts";
import { count, perFiveMinutes } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { signedIn } from "../../sessions/require-session.ts";
import { refuseLinkingByHand } from "../identities.ts";

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
 * Sign-in by the ID token of another house; with link_identity, the person it speaks of is added to the account of the
 * bearer token. Answers a session.
 */
export async function idTokenGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const from = addressOf(c, deps);
  const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
  await count(deps.database, limit, from);
  const owner = request.link_identity ? await ownerOf(c, deps) : null;
  const person = await readIdToken(deps, request);
  const session = await openExternalSession(c, deps, "oauth", (tx) =>
    owner === null ? admitPerson(tx, deps, person, from) : linkPerson(tx, owner, person, from),
  );
  return c.json(session);
}

async function ownerOf(c: Context, deps: AuthDeps): Promise<string> {
  const { user } = await signedIn(c, deps);
  refuseLinkingByHand(deps);
  return user.id;
}
