import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../../database/database.ts";
import { readUser } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { enforceLimit, perFiveMinutes, refundStatement, tooMany } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import {
  hashToken,
  issueAccessToken,
  issueTokens,
  type SessionJson,
  successorOf,
} from "../../sessions/sessions.ts";

const body = z.object({ refresh_token: optionalText });

interface Stored {
  id: string;
  user_id: string;
  session_id: string;
  revoked: boolean;
  /** Replaced so recently that a second tab may still have it. */
  recent: boolean;
  /** The hash of the session's current token, and of the token that it replaced. */
  current: string | null;
  current_parent: string | null;
  banned: boolean;
  /** Refreshes of the session within the window of `SESSION_REFRESHES`. */
  refreshes: number;
  /** Why the session has ended, in GoTrue's words, or null. */
  ended: string | null;
}

/**
 * A page that refreshes in a loop, for example because its clock is wrong, must not use up the limit of its address, which
 * other members may share. GoTrue has no such limit; a page needs one refresh per lifetime of a token.
 */
const SESSION_REFRESHES = perFiveMinutes("session_refresh", 30);

/**
 * Replaces a refresh token. GoTrue's rule for a token that was replaced already: if its successor was not used yet (the
 * response may have been lost) or the reuse interval is not over (a second tab), the session's current token is returned
 * again. Otherwise the token was copied, and the whole session ends
 * (https://supabase.com/docs/guides/auth/sessions).
 */
export async function refreshGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const { refresh_token } = await readBody(c, body);
  if (!refresh_token) throw new AuthError(400, "validation_failed", "refresh_token required");
  const limit = perFiveMinutes("token_refresh", deps.config.auth.rate_limit.token_refresh);
  const subject = [clientIp(c, deps)];
  await enforceLimit(deps.database, limit, ...subject);
  const outcome = await deps.database.transaction(AUTH_ROLE, (tx) =>
    refresh(tx, deps, refresh_token, clientIp(c, deps)),
  );
  // Thrown after the commit, so that the error does not roll back the ended session.
  if (outcome instanceof AuthError) {
    if (outcome.status === 429) await deps.database.run(null, [refundStatement({ limit, subject })]);
    throw outcome;
  }
  return c.json(outcome);
}

async function refresh(
  tx: Queryable,
  deps: AuthDeps,
  token: string,
  address: string,
): Promise<SessionJson | AuthError> {
  const hash = hashToken(token);
  const stored = await find(tx, deps, hash);
  if (!stored) {
    return new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (stored.banned) return new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  if (stored.ended !== null) {
    return new AuthError(400, "session_expired", `Invalid Refresh Token: Session Expired${stored.ended}`);
  }
  if (stored.refreshes >= SESSION_REFRESHES.max) return tooMany(SESSION_REFRESHES, SESSION_REFRESHES.seconds);
  if (!stored.revoked) return replace(tx, deps, stored, token);
  const mayRepeat = stored.recent || stored.current_parent === hash;
  const current = mayRepeat ? currentToken(deps, stored, token) : null;
  if (current !== null) {
    const user = await readUser(tx, stored.user_id);
    return issueAccessToken(tx, deps, user, stored.session_id, current);
  }
  if (!mayRepeat && deps.config.auth.enable_refresh_token_rotation) {
    await tx.query("delete from auth.sessions where id = $1::uuid", [stored.session_id]);
    await audit(tx, "token_revoked", stored.user_id, address);
  }
  return new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

async function replace(tx: Queryable, deps: AuthDeps, stored: Stored, token: string): Promise<SessionJson> {
  await tx.query(
    "update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1::bigint",
    [stored.id],
  );
  await tx.query(
    "update auth.sessions set refreshed_at = clock_timestamp() at time zone 'UTC', updated_at = clock_timestamp() where id = $1::uuid",
    [stored.session_id],
  );
  const user = await readUser(tx, stored.user_id);
  return issueTokens(tx, deps, user, stored.session_id, hashToken(token), successorOf(deps, token));
}

/** More replacements than a session can have within the reuse interval. */
const MAX_SUCCESSORS = 20;

/**
 * The session's current token, which descends from `token`; null if it was not computed from it (a second factor was
 * verified in between, or the secret key was changed).
 */
function currentToken(deps: AuthDeps, { current }: Stored, token: string): string | null {
  let successor = token;
  for (let turn = 0; turn < MAX_SUCCESSORS; turn++) {
    successor = successorOf(deps, successor);
    if (hashToken(successor) === current) return successor;
  }
  return null;
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
       current.token as current, current.parent as current_parent,
       coalesce(u.banned_until > clock_timestamp(), false) or u.deleted_at is not null as banned,
       (select count(*)::int from auth.refresh_tokens as issued where issued.session_id = s.id and issued.parent is not null
         and issued.created_at > clock_timestamp() - make_interval(secs => ${SESSION_REFRESHES.seconds})) as refreshes,
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
     left join lateral (
       select c.token, c.parent from auth.refresh_tokens as c
       where c.session_id = s.id and not c.revoked order by c.id desc limit 1
     ) as current on true
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
