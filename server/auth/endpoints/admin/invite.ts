import type { Context } from "hono";
import { z } from "zod";
import { normalEmail } from "../../accounts/identifiers.ts";
import { removeIfRefused } from "../../accounts/new-account.ts";
import type { AuthDeps } from "../../deps.ts";
import { clientIp } from "../../deps.ts";
import { sendEmail } from "../../messages/messages.ts";
import { requestedRedirect } from "../../redirects.ts";
import { metadata, optionalText, readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { inviteAccount } from "../../verification/invitations.ts";

const body = z.object({ email: optionalText, data: metadata });

/**
 * POST /invite: creates an account and emails its owner a link that confirms the account and signs in. Returns the
 * user.
 */
export async function invite(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const request = await readBody(c, body);
  const email = normalEmail(request.email);
  const redirectTo = requestedRedirect(c, deps);
  const { user, secret, isNew } = await inviteAccount(deps, email, request.data ?? {}, clientIp(c, deps));
  const message = { template: "invite", type: "invite", to: email, secret, redirectTo, user } as const;
  const sent = sendEmail(deps, { ...message, waits: true });
  await (isNew ? removeIfRefused(deps, user.id, sent) : sent);
  return c.json(user.json);
}
