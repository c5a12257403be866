import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { normalEmail, normalPhone } from "../accounts/identifiers.ts";
import { mergeMetadata, readUser, type User } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import {
  AUTH_ROLE,
  type AuthDeps,
  clientIp,
  emailChangeNeedsConfirmation,
  needsConfirmation,
} from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { requireChannel, sendEmail, sendSmsCode } from "../messages/messages.ts";
import { checkPasswordStrength } from "../passwords/password-rules.ts";
import { enforceLimit, enforceLimits, perFiveMinutes, USER_CHANGES, WRONG_CODES } from "../rate-limits.ts";
import { requestedRedirect } from "../redirects.ts";
import { codeChallenge, metadata, optionalText, readBody } from "../request-body.ts";
import { readChallenge } from "../sessions/pkce.ts";
import { type CurrentSession, refuseTemporaryPassword, requireSession } from "../sessions/require-session.ts";
import { changeEmail, changePhone, refuseTaken } from "../verification/address-change-request.ts";
import { codeMatches, invalidateTokens } from "../verification/one-time-tokens.ts";

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  channel: optionalText,
  nonce: optionalText,
  data: metadata,
  app_metadata: metadata,
  ...codeChallenge,
});

/**
 * PUT /user: changes data and password immediately (a new password ends the other sessions) and addresses after
 * confirmation.
 */
export async function updateUser(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const caller = await requireSession(c, deps);
  const { user } = caller;
  if (!request.password) refuseTemporaryPassword(caller);
  await countChange(deps, clientIp(c, deps), user.id);
  const email = request.email ? normalEmail(request.email) : "";
  const phone = request.phone ? normalPhone(request.phone) : "";
  const channel = requireChannel(deps, phone ? request.channel : "");
  if (typeof request.password === "string") checkPasswordStrength(request.password, deps.config.auth);
  if (request.app_metadata) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (user.json.is_anonymous && request.password && !email && !phone) {
    const message = "Updating password of an anonymous user without an email or phone is not allowed";
    throw new AuthError(422, "validation_failed", message);
  }
  const newEmail = email !== "" && email !== user.email ? email : null;
  const newPhone = phone !== "" && phone !== user.phone ? phone : null;
  const challenge = readChallenge(request);
  if (request.password || newEmail || newPhone) requireAal2(caller);
  const passwordHash = request.password
    ? await newPassword(deps, caller, request.password, request.nonce)
    : null;
  if (newEmail) await refuseTaken(deps, { kind: "email", value: newEmail });
  if (newPhone) await refuseTaken(deps, { kind: "phone", value: newPhone });
  if (newEmail && emailChangeNeedsConfirmation(deps, user.json)) {
    await enforceMessageLimits(deps, c, "email_change", { kind: "email", value: newEmail });
  }
  if (newPhone && needsConfirmation(deps, "phone")) {
    await enforceMessageLimits(deps, c, "phone_change", { kind: "phone", value: newPhone });
  }

  const { updated, outgoing } = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    if (passwordHash) await storePassword(tx, caller, passwordHash, clientIp(c, deps));
    if (request.data) await mergeMetadata(tx, user.id, "raw_user_meta_data", request.data);
    const out = [
      ...(newEmail ? await changeEmail(tx, deps, user, newEmail, challenge) : []),
      ...(newPhone ? await changePhone(tx, deps, user, newPhone) : []),
    ];
    await audit(tx, "user_modified", user.id, clientIp(c, deps));
    return { updated: await readUser(tx, user.id), outgoing: out };
  });
  for (const message of outgoing) {
    if (message.kind === "text")
      await sendSmsCode(deps, updated, message.to, message.secret.code, channel, true);
    else {
      await sendEmail(deps, {
        template: "email_change",
        type: "email_change",
        to: message.to,
        secret: message.secret,
        redirectTo: requestedRedirect(c, deps),
        user,
        newEmail: newEmail ?? "",
        waits: true,
      });
    }
  }
  return c.json(updated.json);
}

/** Limits changes per IP address and per account. Throws over_request_rate_limit (429). */
async function countChange({ database, config }: AuthDeps, address: string, userId: string): Promise<void> {
  const { sign_in_sign_ups: most } = config.auth.rate_limit;
  await enforceLimits(database, [
    { limit: perFiveMinutes("user_changes_address", most), subject: [address] },
    { limit: USER_CHANGES, subject: [userId] },
  ]);
}

/**
 * Requires aal2 for password and address changes if the user has a verified factor. Throws insufficient_aal (401), as
 * GoTrue does.
 */
function requireAal2({ user, aal }: CurrentSession): void {
  const factors = user.json.factors ?? [];
  if (aal === "aal2" || !factors.some(({ status }) => status === "verified")) return;
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  throw new AuthError(401, "insufficient_aal", message);
}

/** Hashes a new password after checking that it differs from the old one and, if configured, the nonce. */
async function newPassword(
  deps: AuthDeps,
  caller: CurrentSession,
  password: string,
  nonce: string,
): Promise<string> {
  const { user, sessionAge } = caller;
  if (deps.config.auth.email.secure_password_change && sessionAge > 86_400)
    await checkNonce(deps, user, nonce);
  if (user.encrypted_password && (await deps.passwords.matches(user.encrypted_password, password))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return deps.passwords.hash(password);
}

async function checkNonce(deps: AuthDeps, user: User, nonce: string): Promise<void> {
  if (!nonce)
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  await enforceLimit(deps.database, WRONG_CODES, user.id);
  const { otp_expiry } = deps.config.auth.email;
  const matches = [user.email, user.phone].some(
    (address) => address !== "" && codeMatches(user, "reauthentication_token", address, nonce, otp_expiry),
  );
  if (!matches) throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

/** Stores a password, invalidates the open codes and ends the other sessions. */
async function storePassword(
  tx: Queryable,
  { user, sessionId }: CurrentSession,
  hash: string,
  address: string,
) {
  await tx.query("update auth.users set encrypted_password = $2 where id = $1::uuid", [user.id, hash]);
  await invalidateTokens(tx, user.id);
  await tx.query("delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid", [
    user.id,
    sessionId,
  ]);
  await audit(tx, "user_updated_password", user.id, address);
}
