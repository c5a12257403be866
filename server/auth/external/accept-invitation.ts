import type { Queryable } from "../../database/database.ts";
import { insertIdentity, updateProviders } from "../accounts/identities.ts";
import { confirmAddress, findUserById, mergeMetadata, readUser } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { findLinkByHash, isFresh } from "../verification/one-time-tokens.ts";
import {
  type ExternalIdentity,
  type ExternalSignIn,
  newIdentity,
  removeUnconfirmedCredentials,
} from "./external-account.ts";
import { refuseLinked } from "./link-identity.ts";

/**
 * Accepts an invitation with an external identity that has the invited email, as GoTrue does (internal/api/external.go,
 * processInvite). Unlike GoTrue, it refuses an invitation that is older than otp_expiry. `hash` is that of the token.
 * Throws invite_not_found (404), validation_failed (400) or identity_already_exists (422).
 */
export async function acceptInvitation(
  tx: Queryable,
  deps: AuthDeps,
  hash: string,
  external: ExternalIdentity,
  ip: string,
): Promise<ExternalSignIn> {
  const notFound = new AuthError(404, "invite_not_found", "Invite not found");
  const found = await findLinkByHash(tx, hash, ["confirmation_token"]);
  const user = found ? await findUserById(tx, found.userId, true) : null;
  // Looked up again under the account's lock, so that of two concurrent callbacks the second finds the token used.
  const still = user ? await findLinkByHash(tx, hash, ["confirmation_token"]) : null;
  if (!user || !still || !isFresh(user, still.column, deps.config.auth.email.otp_expiry)) throw notFound;
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
  if (external.email === "" || external.email !== user.email) {
    const message = "Invited email does not match emails from external provider";
    throw new AuthError(400, "validation_failed", message);
  }
  await refuseLinked(tx, user.id, external);
  await insertIdentity(tx, user.id, newIdentity(external));
  await mergeMetadata(tx, user.id, "raw_user_meta_data", external.data);
  await removeUnconfirmedCredentials(tx, user.id, external);
  await mergeMetadata(tx, user.id, "raw_app_meta_data", { provider: external.provider });
  await updateProviders(tx, user.id);
  // The token proves that its owner received the invitation.
  await confirmAddress(tx, user.id, "email");
  await audit(tx, "invite_accepted", user.id, ip);
  return { user: await readUser(tx, user.id), refusal: null, confirmation: null };
}
