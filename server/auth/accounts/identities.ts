import type { Queryable } from "../../database/database.ts";
import type { Identifier } from "./identifiers.ts";

/** What proves whose an account is: an address of its own, or another house's word for a person. */
export interface NewIdentity {
  provider: string;
  /** Who it is there; for an address, the account's own id. */
  providerId: string;
  data: Readonly<Record<string, unknown>>;
}

/** The identity of an address that nobody has confirmed yet. */
export function addressIdentity(userId: string, { kind, value }: Identifier): NewIdentity {
  const data = { sub: userId, [kind]: value, email_verified: false, phone_verified: false };
  return { provider: kind, providerId: userId, data };
}

/** Throws DatabaseError (identities_provider_id_provider_unique) when it is another account's already. */
export async function insertIdentity(tx: Queryable, userId: string, identity: NewIdentity): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2::uuid, $3::jsonb, $4, clock_timestamp(), clock_timestamp(), clock_timestamp())`,
    [identity.providerId, userId, JSON.stringify(identity.data), identity.provider],
  );
}

/**
 * An account that waits for its email may have been begun by anybody who names that email in another house. Who now asks
 * for a mail did not come from there, so that house's word opens the account no more once the mail is answered.
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

/** Writes into app_metadata which providers an account has, oldest first; `provider` is the first of them. */
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
