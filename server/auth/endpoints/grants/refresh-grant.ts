import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../../database/database.ts";
import { readUser } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { enforceLimit, perFiveMinutes } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { hashToken, issueTokens, type SessionJson } from "../../sessions/sessions.ts";

const body = z.object({ refresh_token: optionalText });

interface Stored {
  id: string;
  user_id: string;
  session_id: string;
  revoked: boolean;
  /** Rotated so recently that a second tab, or a retry after a lost response, may still have it. */
  recent: boolean;
  /** The token that replaced it, if unused: the response that contained it may have been lost. */
  unused_child: string | null;
  banned: boolean;
  /** Why the session has ended, in GoTrue's words, or null. */
  ended: string | null;
}

/**
 * Rotates a refresh token. A used token is accepted within the reuse interval, or while its successor is unused.
 * Otherwise the token was copied and the whole session ends (https://supabase.com/docs/guides/auth/sessions).
 */
export async function refreshGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const { refresh_token } = await readBody(c, body);
  if (!refresh_token) throw new AuthError(400, "validation_failed", "refresh_token required");
  const limit = perFiveMinutes("token_refresh", deps.config.auth.rate_limit.token_refresh);
  await enforceLimit(deps.database, limit, clientIp(c, deps));
  const outcome = await deps.database.transaction(AUTH_ROLE, (tx) =>
    rotate(tx, deps, hashToken(refresh_token), clientIp(c, deps)),
  );
  // Thrown after the commit, so that the error does not roll back the ended session.
  if (outcome instanceof AuthError) throw outcome;
  return c.json(outcome);
}

async function rotate(
  tx: Queryable,
  deps: AuthDeps,
  hash: string,
  address: string,
): Promise<SessionJson | AuthError> {
  const stored = await find(tx, deps, hash);
  if (!stored) {
    return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (stored.banned) return new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  if (stored.ended !== null) {
    return new AuthError(400, "session_expired", `Invalid Refresh Token: Session Expired${stored.ended}`);
  }
  const rotation = deps.config.auth.enable_refresh_token_rotation;
  if (stored.revoked && rotation && !stored.recent && !stored.unused_child) {
    await tx.query("delete from auth.sessions where id = $1::uuid", [stored.session_id]);
    await audit(tx, "token_revoked", stored.user_id, address);
    return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  }
  // Within the interval both tabs keep their tokens; a lost successor is replaced.
  const spent = stored.revoked && !stored.recent ? stored.unused_child : stored.revoked ? null : stored.id;
  if (spent !== null) {
    await tx.query(
      "update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1::bigint",
      [spent],
    );
  }
  await tx.query(
    "update auth.sessions set refreshed_at = clock_timestamp() at time zone 'UTC', updated_at = clock_timestamp() where id = $1::uuid",
    [stored.session_id],
  );
  return issueTokens(tx, deps, await readUser(tx, stored.user_id), stored.session_id, hash);
}

/** SQL for the time when a session was last refreshed or opened. */
const lastUsed = (session: string) =>
  `coalesce(${session}.refreshed_at at time zone 'UTC', ${session}.created_at)`;

/** Locks the session, so that concurrent refreshes of one session run one after the other. */
async function find(tx: Queryable, deps: AuthDeps, hash: string): Promise<Stored | null> {
  const { refresh_token_reuse_interval: interval, sessions } = deps.config.auth;
  await tx.query(
    `select 1 from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [hash],
  );
  const [stored] = await tx.query<Stored>(
    `select t.id::text, t.user_id, t.session_id::text, t.revoked,
       t.updated_at > clock_timestamp() - make_interval(secs => $2::float8) as recent,
       (select child.id::text from auth.refresh_tokens as child
        where child.parent = t.token and not child.revoked
          and not exists (select 1 from auth.refresh_tokens as g where g.parent = child.token)
        order by child.id desc limit 1) as unused_child,
       coalesce(u.banned_until > clock_timestamp(), false) or u.deleted_at is not null as banned,
       case
         when s.not_after < clock_timestamp() or ($4::float8 > 0
           and s.created_at < clock_timestamp() - make_interval(secs => $4::float8)) then ''
         when $3::float8 > 0 and ${lastUsed("s")} < clock_timestamp() - make_interval(secs => $3::float8)
           then ' (Inactivity)'
         when $5::boolean and exists (select 1 from auth.sessions as newer where newer.user_id = s.user_id
           and newer.id <> s.id and coalesce(newer.not_after > clock_timestamp(), true)
           and ${lastUsed("newer")} > greatest(${lastUsed("s")}, t.created_at)) then ' (Revoked by Newer Login)'
       end as ended
     from auth.refresh_tokens as t
     join auth.sessions as s on s.id = t.session_id
     join auth.users as u on u.id = s.user_id
     where t.token = $1`,
    [
      hash,
      String(interval),
      String(sessions.inactivity_timeout),
      String(sessions.timebox),
      String(sessions.single_per_user),
    ],
  );
  return stored ?? null;
}
