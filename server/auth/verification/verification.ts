import type { Queryable } from "../../database/database.ts";
import type { Identifier } from "../accounts/identifiers.ts";
import { confirmAddress, findUser, findUserByChange, findUserById, type User } from "../accounts/users.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { applyEmailChange, applyPhoneChange } from "./address-change.ts";
import {
  codeMatches,
  findLink,
  invalidateToken,
  invalidateTokens,
  isFresh,
  type TokenColumn,
} from "./one-time-tokens.ts";

export type VerificationType =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email"
  | "email_change"
  | "sms"
  | "phone_change";

/**
 * The columns that may hold a type's token. `email` is the type of a signInWithOtp code, for both a new and an existing
 * account.
 */
export const COLUMNS: Record<VerificationType, readonly TokenColumn[]> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token", "confirmation_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: ["email_change_token_new", "email_change_token_current"],
  sms: ["confirmation_token"],
  phone_change: ["phone_change_token"],
};

/** The expiry of SMS codes, as the Supabase CLI runs GoTrue (GOTRUE_SMS_OTP_EXP). */
const TEXT_EXPIRY = 6000;

export interface Redeemed {
  user: User;
  /** False while an email change needs the confirmation of the other address. */
  complete: boolean;
}

/** Uses up a link's token. Throws otp_expired (403). */
export async function redeemLink(
  tx: Queryable,
  deps: AuthDeps,
  type: VerificationType,
  link: string,
): Promise<Redeemed> {
  const found = await findLink(tx, link, COLUMNS[type]);
  const user = found ? await findUserById(tx, found.userId, true) : null;
  // Looked up again under the account's lock, so that of two concurrent requests the second finds the token used.
  const still = user ? await findLink(tx, link, COLUMNS[type]) : null;
  if (!user || !still || !isFresh(user, still.column, deps.config.auth.email.otp_expiry)) {
    throw new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  }
  return apply(tx, deps, user, type, still.column);
}

/**
 * Uses up a typed code. Throws otp_expired (403) for a wrong code, an expired code and an unknown address, without
 * distinction.
 */
export async function redeemCode(
  tx: Queryable,
  deps: AuthDeps,
  type: VerificationType,
  address: Identifier,
  code: string,
): Promise<Redeemed> {
  const candidates = type.endsWith("_change")
    ? [await findUserByChange(tx, address), await findUser(tx, address)]
    : [await findUser(tx, address)];
  const expiry = address.kind === "phone" ? TEXT_EXPIRY : deps.config.auth.email.otp_expiry;
  for (const candidate of candidates) {
    const user = candidate ? await findUserById(tx, candidate.id, true) : null;
    const column = user && COLUMNS[type].find((name) => codeMatches(user, name, address.value, code, expiry));
    if (user && column) return apply(tx, deps, user, type, column);
  }
  throw new AuthError(403, "otp_expired", "Token has expired or is invalid");
}

async function apply(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  type: VerificationType,
  column: TokenColumn,
): Promise<Redeemed> {
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
  switch (type) {
    case "email_change": {
      const both = deps.config.auth.email.double_confirm_changes && user.email !== "";
      if (both && user.email_change_confirm_status === 0) {
        await invalidateToken(tx, user.id, column);
        return { user, complete: false };
      }
      await applyEmailChange(tx, user.id);
      return { user, complete: true };
    }
    case "phone_change":
      await applyPhoneChange(tx, user.id);
      return { user, complete: true };
    case "sms":
      await confirmAddress(tx, user.id, "phone");
      break;
    default:
      // Reading an email proves ownership of the address, whatever the email was for.
      await confirmAddress(tx, user.id, "email");
  }
  await invalidateTokens(tx, user.id);
  return { user, complete: true };
}
