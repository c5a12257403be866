import type { Queryable } from "../../database/database.ts";
import type { Identifier } from "../accounts/identifiers.ts";
import { testCode } from "../accounts/new-account.ts";
import { findUser, type User } from "../accounts/users.ts";
import { type AuthDeps, emailChangeNeedsConfirmation, needsConfirmation } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { type Challenge, startFlow } from "../sessions/pkce.ts";
import { applyEmailChange, applyPhoneChange } from "./address-change.ts";
import { issueToken, type Secret, type TokenColumn } from "./one-time-tokens.ts";

/** A message to send after the commit. */
export interface Outgoing {
  kind: "mail" | "text";
  to: string;
  secret: Secret;
}

/** Throws email_exists or phone_exists (422). */
export async function refuseTaken(deps: AuthDeps, address: Identifier): Promise<void> {
  if (!(await findUser(deps.database, address))) return;
  if (address.kind === "email") {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  throw new AuthError(422, "phone_exists", "A user with this phone number has already been registered");
}

/** Stores the new email and issues the confirmations, or applies it immediately if none is required. */
export async function changeEmail(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  email: string,
  challenge: Challenge | null,
): Promise<Outgoing[]> {
  await tx.query(
    "update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1::uuid",
    [user.id, email],
  );
  if (!emailChangeNeedsConfirmation(deps, user.json)) {
    await applyEmailChange(tx, user.id);
    return [];
  }
  await startFlow(tx, user.id, "email_change", challenge);
  const { double_confirm_changes, otp_length: digits } = deps.config.auth.email;
  const pkce = challenge !== null;
  const issue = async (column: TokenColumn, to: string): Promise<Outgoing> => ({
    kind: "mail",
    to,
    secret: await issueToken(tx, user.id, { column, address: to, digits, pkce }),
  });
  const messages = [await issue("email_change_token_new", email)];
  if (double_confirm_changes && user.email)
    messages.push(await issue("email_change_token_current", user.email));
  return messages;
}

/** Stores the new phone and issues its code, or applies it immediately if none is required. */
export async function changePhone(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  phone: string,
): Promise<Outgoing[]> {
  await tx.query("update auth.users set phone_change = $2 where id = $1::uuid", [user.id, phone]);
  if (!needsConfirmation(deps, "phone")) {
    await applyPhoneChange(tx, user.id);
    return [];
  }
  const secret = await issueToken(tx, user.id, {
    column: "phone_change_token",
    address: phone,
    digits: deps.config.auth.email.otp_length,
    ...testCode({ kind: "phone", value: phone }, deps),
  });
  return [{ kind: "text", to: phone, secret }];
}
