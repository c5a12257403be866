import type { Context } from "hono";
import type { Identifier } from "../accounts/identifiers.ts";
import { AUTH_ROLE, type AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail, sendSmsCode } from "../messages/messages.ts";
import { requireSession } from "../sessions/require-session.ts";
import { issueToken } from "../verification/one-time-tokens.ts";

/** GET /reauthenticate: sends the nonce that a password change requires a day after sign-in. Returns {}. */
export async function reauthenticate(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireSession(c, deps);
  const to: Identifier = user.email_confirmed
    ? { kind: "email", value: user.email }
    : { kind: "phone", value: user.phone };
  if (!user.email_confirmed && !user.phone_confirmed) {
    throw new AuthError(
      422,
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
    );
  }
  await enforceMessageLimits(deps, c, "reauthentication", to);
  const digits = deps.config.auth.email.otp_length;
  const secret = await deps.database.transaction(AUTH_ROLE, (tx) =>
    issueToken(tx, user.id, { column: "reauthentication_token", address: to.value, digits }),
  );
  if (to.kind === "phone") await sendSmsCode(deps, user, to.value, secret.code, "sms", true);
  else {
    await sendEmail(deps, {
      template: "reauthentication",
      type: "reauthentication",
      to: to.value,
      secret,
      redirectTo: deps.siteUrl,
      user,
      waits: true,
    });
  }
  return c.json({});
}
