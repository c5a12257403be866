import type { Queryable } from "../database/database.ts";

/** The audited actions with GoTrue's log type for each. */
export const LOG_TYPES = {
  user_signedup: "team",
  user_repeated_signup: "user",
  user_confirmation_requested: "user",
  user_recovery_requested: "user",
  user_modified: "user",
  user_updated_password: "user",
  user_deleted: "team",
  login: "account",
  logout: "account",
  token_revoked: "token",
  user_invited: "team",
  invite_accepted: "account",
  identity_unlinked: "user",
  factor_in_progress: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  factor_unenrolled: "factor",
  factor_deleted: "factor",
  passkey_created: "user",
  passkey_updated: "user",
  passkey_deleted: "user",
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

/**
 * Writes an entry of auth.audit_log_entries in GoTrue's form. Entries contain ids, never an address, token or password.
 */
export async function audit(
  tx: Queryable,
  action: AuditAction,
  userId: string,
  address: string,
): Promise<void> {
  await tx.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1::json, clock_timestamp(), $2)`,
    [JSON.stringify({ action, actor_id: userId }), address],
  );
}
