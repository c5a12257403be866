import type { Queryable } from "../database/database.ts";

/** The audited actions, as GoTrue names them. */
export type AuditAction =
  | "user_signedup"
  | "user_repeated_signup"
  | "user_confirmation_requested"
  | "user_recovery_requested"
  | "user_modified"
  | "user_updated_password"
  | "user_deleted"
  | "login"
  | "logout"
  | "token_revoked"
  | "user_invited"
  | "invite_accepted"
  | "identity_unlinked"
  | "factor_in_progress"
  | "challenge_created"
  | "verification_attempted"
  | "factor_unenrolled"
  | "factor_deleted"
  | "passkey_created"
  | "passkey_updated"
  | "passkey_deleted";

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
