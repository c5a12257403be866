import type { Queryable } from "../../database/database.ts";
import { insertIdentity, updateProviders } from "../accounts/identities.ts";
import { confirmAddress, findUser, readUser } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import { AuthError } from "../errors.ts";
import { type ExternalIdentity, type ExternalSignIn, newIdentity } from "./external-account.ts";

/**
 * Adds an external identity to a signed-in account. An account without an email takes the identity's email only if the
 * provider verified it. (GoTrue takes any email and confirms it later; but then whoever receives that email could take
 * over this account.) Throws identity_already_exists (422) or email_exists (400).
 */
export async function linkExternalIdentity(
  tx: Queryable,
  userId: string,
  external: ExternalIdentity,
  ip: string,
): Promise<ExternalSignIn> {
  await tx.query("select 1 from auth.users where id = $1::uuid for update", [userId]);
  const user = await readUser(tx, userId);
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
  await refuseLinked(tx, userId, external);
  await insertIdentity(tx, userId, newIdentity(external));
  await updateProviders(tx, userId);
  await audit(tx, "user_modified", userId, ip);
  if (user.email === "" && external.emailVerified) {
    if (await findUser(tx, { kind: "email", value: external.email })) {
      throw new AuthError(400, "email_exists", "A user with this email address has already been registered");
    }
    await tx.query("update auth.users set email = $2 where id = $1::uuid", [userId, external.email]);
    await confirmAddress(tx, userId, "email");
  }
  await tx.query("update auth.users set is_anonymous = false where id = $1::uuid and is_anonymous", [userId]);
  return { user: await readUser(tx, userId), refusal: null, confirmation: null };
}

/** Throws identity_already_exists (422) if any account has the identity. */
export async function refuseLinked(
  tx: Queryable,
  userId: string,
  { provider, subject }: ExternalIdentity,
): Promise<void> {
  const [owner] = await tx.query<{ user_id: string }>(
    "select user_id::text from auth.identities where provider = $1 and provider_id = $2",
    [provider, subject],
  );
  if (!owner) return;
  const whose = owner.user_id === userId ? "" : " to another user";
  throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
}
