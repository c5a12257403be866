import type { Queryable } from "../../database/database.ts";
import { insertIdentity, type NewIdentity, updateProviders } from "../accounts/identities.ts";
import { createAccount } from "../accounts/new-account.ts";
import {
  confirmAddress,
  findUser,
  findUserById,
  mergeMetadata,
  readUser,
  type User,
} from "../accounts/users.ts";
import { audit } from "../audit.ts";
import { type AuthDeps, needsConfirmation } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { invalidateTokens, issueToken, type Secret } from "../verification/one-time-tokens.ts";

/** An identity asserted by an external provider. */
export interface ExternalIdentity {
  provider: string;
  /** The user's id at the provider. */
  subject: string;
  /** In lower case; empty if the provider has none. */
  email: string;
  emailVerified: boolean;
  /** The claims that the account stores. */
  data: Readonly<Record<string, unknown>>;
}

export interface ExternalSignIn {
  user: User;
  /** Why the account cannot be used yet. Thrown after the commit. */
  refusal: AuthError | null;
  /** The secret of the confirmation email to send first. */
  confirmation: Secret | null;
}

/**
 * Finds the account as GoTrue does: by identity, else by verified email; otherwise creates one. Throws signup_disabled
 * (422), user_banned (403) or a hook's error.
 */
export async function findOrCreateAccount(
  tx: Queryable,
  deps: AuthDeps,
  external: ExternalIdentity,
  ip: string,
): Promise<ExternalSignIn> {
  const known = await accountWithIdentity(tx, external);
  const linked = known === null ? await accountWithVerifiedEmail(tx, external) : null;
  const id = known ?? linked ?? (await newAccount(tx, deps, external, ip));
  const user = await readUser(tx, id);
  if (user.banned) throw new AuthError(403, "user_banned", "User is banned");
  // True for an account that was used before without an email: by phone or anonymously.
  const needsNone = user.phone_confirmed || (user.email === "" && user.json.last_sign_in_at !== undefined);
  const entered = user.email_confirmed || (known !== null && needsNone);
  if (entered || mayLackEmail(deps, external, user)) return { user, refusal: null, confirmation: null };
  if (linked !== null) await removeUnconfirmedCredentials(tx, id, external);
  // The provider's verification only counts if the account has the same email.
  const verified = external.emailVerified && ["", external.email].includes(user.email);
  if (!verified && needsConfirmation(deps, "email"))
    return requestConfirmation(tx, deps, user, external.provider);
  if (user.email) await confirmAddress(tx, id, "email");
  await audit(tx, "user_signedup", id, ip);
  return { user: await readUser(tx, id), refusal: null, confirmation: null };
}

/** True if nothing can be confirmed: an account without an email of a provider with email_optional. */
function mayLackEmail(deps: AuthDeps, { provider, email }: ExternalIdentity, user: User): boolean {
  return email === "" && user.email === "" && deps.config.auth.external[provider]?.email_optional === true;
}

/** The identity as a row of auth.identities. */
export function newIdentity({ provider, subject, data }: ExternalIdentity): NewIdentity {
  return { provider, providerId: subject, data };
}

/** Issues a confirmation for the account's email, if it has one, and the error that goes with it. */
async function requestConfirmation(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  provider: string,
): Promise<ExternalSignIn> {
  const digits = deps.config.auth.email.otp_length;
  const confirmation = user.email
    ? await issueToken(tx, user.id, {
        column: "confirmation_token",
        address: user.email,
        digits,
        external: true,
      })
    : null;
  const next = confirmation
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`;
  const message = `Unverified email with ${provider}. ${next}`;
  const refusal = new AuthError(422, "provider_email_needs_verification", message);
  return { user, refusal, confirmation };
}

/** Locks the account before its identity. The opposite order could deadlock two concurrent sign-ins. */
async function accountWithIdentity(tx: Queryable, external: ExternalIdentity): Promise<string | null> {
  const { provider, subject, data } = external;
  const [identity] = await tx.query<{ user_id: string }>(
    "select user_id::text from auth.identities where provider = $1 and provider_id = $2",
    [provider, subject],
  );
  if (!identity) return null;
  const user = await findUserById(tx, identity.user_id, true);
  const kept = await tx.query(
    `update auth.identities set identity_data = $4::jsonb, updated_at = clock_timestamp()
     where provider = $1 and provider_id = $2 and user_id = $3::uuid returning id`,
    [provider, subject, identity.user_id, JSON.stringify(data)],
  );
  if (kept.length === 0) return null; // unlinked or deleted in the meantime
  if (!user) throw new AuthError(500, "unexpected_failure", "Database error finding user");
  await mergeMetadata(tx, user.id, "raw_user_meta_data", data);
  await updateProviders(tx, user.id);
  return user.id;
}

/**
 * Links only by an email that the provider has verified, and only to an account that has this email itself or from a
 * provider that verified it. Otherwise anyone could attach themselves to an account by naming its email.
 */
async function accountWithVerifiedEmail(tx: Queryable, external: ExternalIdentity): Promise<string | null> {
  if (!external.emailVerified) return null;
  const owners = await tx.query<{ id: string }>(
    `select u.id::text from auth.users as u where u.deleted_at is null and not u.is_sso_user and (u.email = $1 or exists (
       select from auth.identities as i
       where i.user_id = u.id and i.email = $1 and i.identity_data ->> 'email_verified' = 'true'))`,
    [external.email],
  );
  if (owners.length > 1) {
    const message =
      "Multiple accounts with the same email address in the same linking domain detected: default";
    throw new AuthError(500, "unexpected_failure", message);
  }
  const id = owners[0]?.id;
  if (id === undefined) return null;
  await tx.query("select 1 from auth.users where id = $1::uuid for update", [id]);
  await insertIdentity(tx, id, newIdentity(external));
  await mergeMetadata(tx, id, "raw_user_meta_data", external.data);
  await updateProviders(tx, id);
  return id;
}

async function newAccount(
  tx: Queryable,
  deps: AuthDeps,
  external: ExternalIdentity,
  ip: string,
): Promise<string> {
  if (!deps.config.auth.enable_signup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const email = { kind: "email", value: external.email } as const;
  const taken = external.email === "" || (await findUser(tx, email)) !== null;
  const user = await createAccount(tx, deps, {
    address: taken ? null : email,
    passwordHash: null,
    userMetadata: {},
    external: newIdentity(external),
    ip,
  });
  return user.id;
}

/**
 * An unconfirmed account may have been created by someone who does not own the email. After the owner signs in through
 * a provider, nothing of the creator's may open the account: no password, phone, factor, passkey, session or other identity.
 */
export async function removeUnconfirmedCredentials(
  tx: Queryable,
  id: string,
  external: ExternalIdentity,
): Promise<void> {
  const others = "user_id = $1::uuid and not (provider = $2 and provider_id = $3)";
  await tx.query(`delete from auth.identities where ${others}`, [id, external.provider, external.subject]);
  await tx.query(
    `update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null,
       raw_user_meta_data = $2::jsonb where id = $1::uuid`,
    [id, JSON.stringify(external.data)],
  );
  for (const table of ["sessions", "mfa_factors", "webauthn_credentials"]) {
    await tx.query(`delete from auth.${table} where user_id = $1::uuid`, [id]);
  }
  await invalidateTokens(tx, id);
  await updateProviders(tx, id);
}
