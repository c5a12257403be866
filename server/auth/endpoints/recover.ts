import type { Context } from "hono";
import { z } from "zod";
import { normalEmail } from "../accounts/identifiers.ts";
import { findUser } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import { inConstantTime } from "../constant-time.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail } from "../messages/messages.ts";
import { requestedRedirect } from "../redirects.ts";
import { codeChallenge, optionalText, readBody } from "../request-body.ts";
import { readChallenge, startFlow } from "../sessions/pkce.ts";
import { issueToken } from "../verification/one-time-tokens.ts";

const body = z.object({ email: optionalText, ...codeChallenge });

/** POST /recover: emails a link to set a new password. Returns {} whether or not the address has an account. */
export async function recover(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  if (!deps.config.auth.email.enabled) {
    throw new AuthError(400, "email_provider_disabled", "Email logins are disabled");
  }
  if (!request.email) throw new AuthError(400, "validation_failed", "Password recovery requires an email");
  const email = normalEmail(request.email);
  const challenge = readChallenge(request);
  const redirectTo = requestedRedirect(c, deps);
  await enforceMessageLimits(deps, c, "recovery", { kind: "email", value: email });
  await inConstantTime(async () => {
    const user = await findUser(deps.database, { kind: "email", value: email });
    if (!user || user.banned) return;
    const secret = await deps.database.transaction(AUTH_ROLE, async (tx) => {
      await startFlow(tx, user.id, "recovery", challenge);
      await audit(tx, "user_recovery_requested", user.id, clientIp(c, deps));
      const digits = deps.config.auth.email.otp_length;
      return issueToken(tx, user.id, {
        column: "recovery_token",
        address: email,
        digits,
        pkce: challenge !== null,
      });
    });
    await sendEmail(deps, { template: "recovery", type: "recovery", to: email, secret, redirectTo, user });
  });
  return c.json({});
}
