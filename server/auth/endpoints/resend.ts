import type { Context } from "hono";
import { z } from "zod";
import { type Identifier, oneIdentifier } from "../accounts/identifiers.ts";
import { testCode } from "../accounts/new-account.ts";
import { findUser, findUserByChange, type User } from "../accounts/users.ts";
import { inConstantTime } from "../constant-time.ts";
import { AUTH_ROLE, type AuthDeps, emailChangeNeedsConfirmation } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail, sendSmsCode } from "../messages/messages.ts";
import { requestedRedirect } from "../redirects.ts";
import { optionalText, readBody } from "../request-body.ts";
import { changeEmail, type Outgoing } from "../verification/address-change-request.ts";
import { issueToken, type TokenColumn } from "../verification/one-time-tokens.ts";

const body = z.object({ type: z.string().default(""), email: optionalText, phone: optionalText });

/**
 * POST /resend: sends the message of a pending sign-up or change again. The response is the same when nothing is
 * pending.
 */
export async function resend(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const { type } = request;
  if (!["signup", "email_change", "sms", "phone_change"].includes(type)) {
    throw new AuthError(
      400,
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  }
  const address = oneIdentifier(request, "resend.");
  const byMail = type === "signup" || type === "email_change";
  if (byMail !== (address.kind === "email")) {
    throw new AuthError(
      400,
      "validation_failed",
      `Type provided requires ${byMail ? "an email address" : "a phone number"}`,
    );
  }
  const redirectTo = requestedRedirect(c, deps);
  // Shares the limit of the request that sent the first message.
  await enforceMessageLimits(deps, c, type === "sms" ? "signup" : type, address);
  await inConstantTime(async () => {
    const waiting = await findPending(deps, type, address);
    if (!waiting || waiting.user.banned) return;
    // Requesting a message again must not apply a change that was pending when confirmations were disabled.
    if (type === "email_change" && !emailChangeNeedsConfirmation(deps, waiting.user.json)) return;
    const { user, column, to } = waiting;
    // Sends new messages to both addresses, so that two messages to one address never count as two confirmations.
    const outgoing = await deps.database.transaction(AUTH_ROLE, async (tx): Promise<Outgoing[]> => {
      if (type === "email_change") return changeEmail(tx, deps, user, to, null);
      const digits = deps.config.auth.email.otp_length;
      const secret = await issueToken(tx, user.id, {
        column,
        address: to,
        digits,
        ...testCode(address, deps),
      });
      return [{ kind: byMail ? "mail" : "text", to, secret }];
    });
    const template = type === "signup" ? "confirmation" : "email_change";
    for (const message of outgoing) {
      if (message.kind === "text") await sendSmsCode(deps, user, message.to, message.secret.code);
      else {
        await sendEmail(deps, {
          template,
          type: type === "signup" ? "signup" : "email_change",
          to: message.to,
          secret: message.secret,
          redirectTo,
          user,
          newEmail: user.email_change,
        });
      }
    }
  });
  return c.json(byMail ? {} : { message_id: "" });
}

async function findPending(
  deps: AuthDeps,
  type: string,
  address: Identifier,
): Promise<{ user: User; column: TokenColumn; to: string } | null> {
  if (type === "signup" || type === "sms") {
    const user = await findUser(deps.database, address);
    if (!user || (type === "signup" ? user.email_confirmed : user.phone_confirmed)) return null;
    return { user, column: "confirmation_token", to: address.value };
  }
  // As in GoTrue, a change is found by the account's current address; the new address works too.
  const user = (await findUser(deps.database, address)) ?? (await findUserByChange(deps.database, address));
  if (!user) return null;
  const to = type === "email_change" ? user.email_change : user.phone_change;
  const column = type === "email_change" ? "email_change_token_new" : "phone_change_token";
  return to ? { user, column, to } : null;
}
