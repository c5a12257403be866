import { DatabaseError, type Queryable } from "../../database/database.ts";
import type { Identifier } from "../accounts/identifiers.ts";
import { updateProviders } from "../accounts/identities.ts";
import { AuthError } from "../errors.ts";
import { invalidateTokens } from "./one-time-tokens.ts";

/** Applies the email in email_change as confirmed. Throws email_exists (422) if it was taken. */
export async function applyEmailChange(tx: Queryable, id: string): Promise<void> {
  await apply(tx, id, "email");
}

/** Applies the phone in phone_change as confirmed. Throws phone_exists (422) if it was taken. */
export async function applyPhoneChange(tx: Queryable, id: string): Promise<void> {
  await apply(tx, id, "phone");
}

/**
 * Sets an email or phone for an admin and keeps the confirmation state. Throws like applyEmailChange and
 * applyPhoneChange.
 */
export async function setAddress(tx: Queryable, id: string, { kind, value }: Identifier): Promise<void> {
  await refuseTakenAddress(
    kind,
    tx.query(`update auth.users set ${kind} = $2, updated_at = clock_timestamp() where id = $1::uuid`, [
      id,
      value,
    ]),
  );
  await updateIdentity(tx, id, kind, false);
  await invalidateTokens(tx, id);
}

async function apply(tx: Queryable, id: string, kind: Identifier["kind"]): Promise<void> {
  await refuseTakenAddress(
    kind,
    tx.query(
      `update auth.users set ${kind} = ${kind}_change, ${kind}_change = '', ${kind}_confirmed_at = clock_timestamp(),
         email_change_confirm_status = 0, is_anonymous = false, updated_at = clock_timestamp(),
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
           || jsonb_build_object('${kind}', ${kind}_change, '${kind}_verified', true)
       where id = $1::uuid and ${kind}_change <> ''`,
      [id],
    ),
  );
  await updateIdentity(tx, id, kind, true);
  await invalidateTokens(tx, id);
}

async function refuseTakenAddress(kind: Identifier["kind"], updating: Promise<unknown>): Promise<void> {
  await updating.catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === "23505")) throw error;
    const what = kind === "email" ? "email address" : "phone number";
    throw new AuthError(422, `${kind}_exists`, `A user with this ${what} has already been registered`);
  });
}

/** Updates the identity of the account's current email or phone, and its list of providers. */
async function updateIdentity(
  tx: Queryable,
  id: string,
  kind: Identifier["kind"],
  verified: boolean,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select id::text, id, jsonb_build_object('sub', id, '${kind}', ${kind}, '${kind}_verified', $2::boolean), '${kind}',
       clock_timestamp(), clock_timestamp(), clock_timestamp()
     from auth.users where id = $1::uuid
     on conflict (provider_id, provider) do update set
       identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`,
    [id, String(verified)],
  );
  await updateProviders(tx, id);
}
