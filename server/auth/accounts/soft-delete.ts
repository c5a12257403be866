import type { Queryable } from "../../database/database.ts";

/**
 * SQL for the hash that replaces an address, as in GoTrue: it cannot be read or used to sign in, and the address is
 * free again.
 */
const obscured = (column: string, length: number) =>
  `case when coalesce(${column}, '') = '' then ${column} else left(translate(rtrim(
     encode(sha256(convert_to(id::text || ${column}, 'UTF8')), 'base64'), '='), '+/', '-_'), ${length}) end`;

/**
 * Removes an account's personal data but keeps its id, so that references to the account stay valid. A second call
 * changes nothing.
 */
export async function softDelete(tx: Queryable, id: string): Promise<void> {
  const [emptied] = await tx.query(
    `update auth.users set email = ${obscured("email", 43)}, phone = ${obscured("phone", 15)},
       email_change = ${obscured("email_change", 43)}, phone_change = ${obscured("phone_change", 15)},
       encrypted_password = '', confirmation_token = '', recovery_token = '', email_change_token_new = '',
       email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1::uuid and deleted_at is null returning id::text`,
    [id],
  );
  if (!emptied) return;
  await tx.query(
    `update auth.identities set provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'hex'),
       identity_data = '{}', updated_at = clock_timestamp() where user_id = $1::uuid`,
    [id],
  );
  for (const table of ["sessions", "mfa_factors", "webauthn_credentials", "one_time_tokens"]) {
    await tx.query(`delete from auth.${table} where user_id = $1::uuid`, [id]);
  }
}
