import type { Queryable } from "../../database/database.ts";
import { readUser } from "../accounts/users.ts";
import type { AuthDeps } from "../deps.ts";
import type { CurrentSession } from "../sessions/require-session.ts";
import { issueTokens, type SessionJson } from "../sessions/sessions.ts";
import { FACTOR_METHOD, type Factor } from "./factors.ts";

/**
 * Raises a session to aal2 and returns new tokens; the old refresh token is replaced. Ends the account's other sessions
 * below aal2 and removes its unverified factors of the same type.
 */
export async function raiseToAal2(
  tx: Queryable,
  deps: AuthDeps,
  { user, sessionId }: Pick<CurrentSession, "user" | "sessionId">,
  { id: factorId, type }: Pick<Factor, "id" | "type">,
): Promise<SessionJson> {
  await tx.query(
    "update auth.sessions set aal = 'aal2', factor_id = $2::uuid, updated_at = clock_timestamp() where id = $1::uuid",
    [sessionId, factorId],
  );
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1::uuid, clock_timestamp(), clock_timestamp(), $2)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, FACTOR_METHOD[type]],
  );
  await tx.query("delete from auth.sessions where user_id = $1::uuid and aal < 'aal2'", [user.id]);
  await tx.query(
    "delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified' and factor_type::text = $2",
    [user.id, type],
  );
  const replaced = await tx.query<{ token: string }>(
    `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
     where session_id = $1::uuid and not revoked returning token`,
    [sessionId],
  );
  return issueTokens(tx, deps, await readUser(tx, user.id), sessionId, replaced[0]?.token ?? "");
}
