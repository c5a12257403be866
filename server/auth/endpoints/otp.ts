import type { Context } from "hono";
import { z } from "zod";
import { oneIdentifier } from "../accounts/identifiers.ts";
import { createAccount, refuseDisabledProvider, testCode } from "../accounts/new-account.ts";
import { findUser } from "../accounts/users.ts";
import { inConstantTime } from "../constant-time.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { requireChannel, sendEmail, sendSmsCode } from "../messages/messages.ts";
import { requestedRedirect } from "../redirects.ts";
import { codeChallenge, metadata, optionalText, readBody } from "../request-body.ts";
import { readChallenge, startFlow } from "../sessions/pkce.ts";
import { issueToken } from "../verification/one-time-tokens.ts";

const body = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  channel: optionalText,
  data: metadata,
  ...codeChallenge,
});

/**
 * POST /otp (and /magiclink): sends a sign-in code by email or SMS. Creates the account first unless create_user is
 * false.
 */
export async function otp(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  if (!request.email && !request.phone) {
    throw new AuthError(400, "validation_failed", "One of email or phone must be set");
  }
  const address = oneIdentifier(request, "otp.");
  if (request.channel && address.kind === "email") {
    throw new AuthError(400, "validation_failed", "Channel should only be specified with Phone OTP");
  }
  const channel = requireChannel(deps, request.channel);
  refuseDisabledProvider(address, deps);
  const challenge = readChallenge(request);
  const redirectTo = requestedRedirect(c, deps);
  await enforceMessageLimits(deps, c, "otp", address);
  await inConstantTime(async () => {
    const existing = await findUser(deps.database, address);
    if (existing?.banned) return;
    if (!existing && (request.create_user === false || !deps.config.auth.enable_signup)) {
      // GoTrue reveals this too: with sign-up disabled, no account can be created.
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    const { user, secret, confirming } = await deps.database.transaction(AUTH_ROLE, async (tx) => {
      const userMetadata = request.data ?? {};
      const account =
        existing ??
        (await createAccount(tx, deps, {
          address,
          passwordHash: null,
          userMetadata,
          ip: clientIp(c, deps),
        }));
      const unconfirmed = address.kind === "email" && !account.email_confirmed;
      await startFlow(tx, account.id, unconfirmed ? "email/signup" : "magiclink", challenge);
      const issued = await issueToken(tx, account.id, {
        column: address.kind === "phone" || unconfirmed ? "confirmation_token" : "recovery_token",
        address: address.value,
        digits: deps.config.auth.email.otp_length,
        pkce: challenge !== null,
        ...testCode(address, deps),
      });
      return { user: account, secret: issued, confirming: unconfirmed };
    });
    if (address.kind === "phone") return sendSmsCode(deps, user, address.value, secret.code, channel);
    const template = confirming ? "confirmation" : "magic_link";
    const type = confirming ? "signup" : "magiclink";
    return sendEmail(deps, { template, type, to: address.value, secret, redirectTo, user });
  });
  return c.json(address.kind === "phone" ? { message_id: "" } : {});
}
