import { createAccount } from "../accounts/new-account.ts";
import { findUser, readUser, type User } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { issueToken, type Secret } from "./one-time-tokens.ts";

/** Creates the invited account if there is none and issues the secret that confirms it. Throws email_exists (422). */
export async function inviteAccount(
  deps: AuthDeps,
  email: string,
  userMetadata: Readonly<Record<string, unknown>>,
  ip: string,
): Promise<{ user: User; secret: Secret; isNew: boolean }> {
  const address = { kind: "email", value: email } as const;
  const existing = await findUser(deps.database, address);
  refuseConfirmed(existing);
  return deps.database.transaction(AUTH_ROLE, async (tx) => {
    const { id } =
      existing ??
      (await createAccount(tx, deps, { address, passwordHash: null, userMetadata, byAdmin: true, ip }));
    const secret = await issueToken(tx, id, {
      column: "confirmation_token",
      address: email,
      digits: deps.config.auth.email.otp_length,
    });
    await tx.query("update auth.users set invited_at = clock_timestamp() where id = $1::uuid", [id]);
    await audit(tx, "user_invited", id, ip);
    return { user: await readUser(tx, id), secret, isNew: existing === null };
  });
}

/** Throws email_exists (422) if the account is already confirmed. */
export function refuseConfirmed(user: User | null): void {
  if (!user?.email_confirmed) return;
  throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
}
