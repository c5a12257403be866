import type { Queryable } from "../../database/database.ts";
import type { Identifier } from "./identifiers.ts";

/** A row of auth.identities: the account's own email or phone, or an identity at an external provider. */
export interface NewIdentity {
  provider: string;
  /** The subject at the provider; for an email or phone, the account's own id. */
  providerId: string;
  data: Readonly<Record<string, unknown>>;
}

/** The identity of an unconfirmed email or phone. */
export function addressIdentity(userId: string, { kind, value }: Identifier): NewIdentity {
  const data = { sub: userId, [kind]: value, email_verified: false, phone_verified: false };
  return { provider: kind, providerId: userId, data };
}

/** Throws DatabaseError (identities_provider_id_provider_unique) if another account has the identity. */
export async function insertIdentity(tx: Queryable, userId: string, identity: NewIdentity): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2::uuid, $3::jsonb, $4, clock_timestamp(), clock_timestamp(), clock_timestamp())`,
    [identity.providerId, userId, JSON.stringify(identity.data), identity.provider],
  );
}

/**
 * Removes the external identities of an account whose email and phone are unconfirmed. Anyone can name an email at an
 * external provider, so those identities must not open the account after the email's owner has confirmed it by a
 * message.
 */
export async function removeUnverifiedIdentities(tx: Queryable, userId: string): Promise<void> {
  const dropped = await tx.query(
    `delete from auth.identities as i using auth.users as u
     where u.id = $1::uuid and i.user_id = u.id and i.provider not in ('email', 'phone', 'web3')
       and u.email_confirmed_at is null and u.phone_confirmed_at is null returning i.id::text`,
    [userId],
  );
  if (dropped.length === 0) return;
  const [user] = await tx.query<{ email: string }>("select email from auth.users where id = $1::uuid", [
    userId,
  ]);
  const own = addressIdentity(userId, { kind: "email", value: user?.email ?? "" });
  await insertIdentity(tx, userId, own);
  await tx.query("update auth.users set raw_user_meta_data = $2::jsonb where id = $1::uuid", [
    userId,
    JSON.stringify(own.data),
  ]);
  await updateProviders(tx, userId);
}

/** Writes an account's providers into app_metadata, oldest first; `provider` is the first of them. */
export async function updateProviders(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || coalesce((
       select jsonb_build_object('provider', jsonb_agg(provider order by since, provider) -> 0,
         'providers', jsonb_agg(provider order by since, provider))
       from (
         select provider, min(created_at) as since from auth.identities where user_id = $1::uuid group by provider
       ) as had having count(*) > 0
     ), '{"providers": []}')
     where id = $1::uuid`,
    [userId],
  );
}
