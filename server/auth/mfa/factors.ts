import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { StoredCredential } from "./webauthn.ts";

export type FactorType = "totp" | "phone" | "webauthn";

/** The name of each factor type in `amr`. */
export const FACTOR_METHOD: Record<FactorType, string> = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
};

/** A second factor as the endpoints need it. Only the enrolment response contains the secret. */
export interface Factor {
  id: string;
  type: FactorType;
  friendly_name: string;
  verified: boolean;
  /** The number of a phone factor without its plus; empty for others. */
  phone: string;
  /** The key of a verified WebAuthn factor. */
  credential: StoredCredential | null;
  /**
   * The secret of an authenticator app in Base32. Stored in plain text, as GoTrue does by default, so that factors can
   * move to Supabase with their accounts.
   */
  secret: string;
  /** The factor in the API's form. */
  json: FactorJson;
}

/** The result of host.factor_json. */
export type FactorJson = Readonly<Record<string, unknown>> & { id: string };

const SELECT = `select f.id::text, f.factor_type::text as type, coalesce(f.phone, '') as phone,
  f.web_authn_credential as credential, coalesce(f.friendly_name, '') as friendly_name, f.status = 'verified' as verified,
  coalesce(f.secret, '') as secret, host.factor_json(f) as json from auth.mfa_factors as f`;

/** An account's factors, oldest first. */
export function factorsOf(db: Queryable, userId: string): Promise<Factor[]> {
  return db.query<Factor>(`${SELECT} where f.user_id = $1::uuid order by f.created_at, f.id`, [userId]);
}

/**
 * The account's factor that the path names. `lock` locks it until the transaction ends. Throws validation_failed or
 * mfa_factor_not_found (404), also for another account's factor.
 */
export async function factorInPath(c: Context, db: Queryable, userId: string, lock = false): Promise<Factor> {
  const id = z.uuid().safeParse(c.req.param("factorId"));
  if (!id.success) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await db.query<Factor>(
    `${SELECT} where f.id = $1::uuid and f.user_id = $2::uuid${lock ? " for update" : ""}`,
    [id.data, userId],
  );
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Deletes a factor and lowers the sessions that it raised to aal1. */
export async function deleteFactor(tx: Queryable, factorId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
       and session_id in (select id from auth.sessions where factor_id = $1::uuid)`,
    [factorId],
  );
  await tx.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid", [
    factorId,
  ]);
  await tx.query("delete from auth.mfa_factors where id = $1::uuid", [factorId]);
}
