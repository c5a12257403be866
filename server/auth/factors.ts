import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../database/database.ts";
import { AuthError } from "./errors.ts";

/** A second factor as the endpoints need it. The secret leaves the host once, when it is enrolled. */
export interface Factor {
  id: string;
  friendly_name: string;
  verified: boolean;
  /** Base32. Stored as it is, as upstream does by default, so that factors move to Supabase with their accounts. */
  secret: string;
  /** As the API shows it. */
  json: FactorJson;
}

/** What host.factor_json returns. */
export type FactorJson = Readonly<Record<string, unknown>> & { id: string };

const SELECT = `select f.id::text, coalesce(f.friendly_name, '') as friendly_name, f.status = 'verified' as verified,
  coalesce(f.secret, '') as secret, host.factor_json(f) as json from auth.mfa_factors as f`;

/** An account's time-based factors, oldest first. */
export function factorsOf(db: Queryable, userId: string): Promise<Factor[]> {
  return db.query<Factor>(
    `${SELECT} where f.user_id = $1::uuid and f.factor_type = 'totp' order by f.created_at, f.id`,
    [userId],
  );
}

/**
 * The factor of this account that the path names; `lock` holds it until the transaction ends. Throws
 * validation_failed or mfa_factor_not_found (404), the latter also for a factor of somebody else.
 */
export async function factorInPath(c: Context, db: Queryable, userId: string, lock = false): Promise<Factor> {
  const id = z.uuid().safeParse(c.req.param("factorId"));
  if (!id.success) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await db.query<Factor>(
    `${SELECT} where f.id = $1::uuid and f.user_id = $2::uuid and f.factor_type = 'totp'${lock ? " for update" : ""}`,
    [id.data, userId],
  );
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

/** Deletes a factor; sessions that it had raised are of the first level again. */
export async function deleteFactor(tx: Queryable, factorId: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1::uuid)`,
    [factorId],
  );
  await tx.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid", [
    factorId,
  ]);
  await tx.query("delete from auth.mfa_factors where id = $1::uuid", [factorId]);
}
