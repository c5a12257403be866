import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps, addressOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { factorInPath } from "../factors.ts";
import { count, MFA_ATTEMPTS } from "../limits.ts";
import { signedInByAddress } from "../signed-in.ts";

/** Seconds within which a challenge wants its code, as upstream. */
export const CHALLENGE_EXPIRY = 300;

/** POST /factors/:id/challenge: opens the time in which a code of this factor is taken. `expires_at` in Unix seconds. */
export async function challengeFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await signedInByAddress(c, deps);
  const factor = await factorInPath(c, deps.database, user.id);
  refuseDisabledVerify(deps);
  await count(deps.database, MFA_ATTEMPTS, user.id);
  const challengeId = randomUUID();
  const address = addressOf(c, deps);
  const expiresAt = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const [made] = await tx.query<{ expires_at: number }>(
      `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
       values ($1::uuid, $2::uuid, clock_timestamp(), coalesce(nullif($3, '')::inet, '0.0.0.0'))
       returning extract(epoch from created_at)::int + $4::int as expires_at`,
      [challengeId, factor.id, address, String(CHALLENGE_EXPIRY)],
    );
    // The column is unique, and a clock of whole milliseconds would make two challenges collide.
    await tx.query(
      `update auth.mfa_factors set last_challenged_at = clock_timestamp() + random() * interval '1 millisecond'
       where id = $1::uuid`,
      [factor.id],
    );
    await audit(tx, "challenge_created", user.id, address);
    return made?.expires_at;
  });
  return c.json({ id: challengeId, type: "totp", expires_at: expiresAt });
}

/** Throws mfa_totp_verify_not_enabled (422). */
export function refuseDisabledVerify({ config }: AuthDeps): void {
  if (config.auth.mfa.totp.verify_enabled) return;
  throw new AuthError(422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
}
