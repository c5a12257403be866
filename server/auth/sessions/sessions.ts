import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Param, Queryable, Statement } from "../../database/database.ts";
import type { User, UserJson } from "../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps, clientIp, nowOf } from "../deps.ts";
import { customClaims } from "./custom-claims.ts";

/** How a session was opened, as named in `amr`. */
export type Method =
  | "password"
  | "otp"
  | "recovery"
  | "email/signup"
  | "magiclink"
  | "email_change"
  | "anonymous"
  | "oauth"
  | "passkey";

/** aal2 after a second factor was verified in the session. */
export type AssuranceLevel = "aal1" | "aal2";

export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  /** Seconds; `expires_at` is the same as a Unix timestamp. */
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
}

export interface Device {
  userAgent: string;
  address: string;
}

/** The client that opened a session. */
export function deviceOf(c: Context, deps: AuthDeps): Device {
  return { userAgent: (c.req.header("user-agent") ?? "").slice(0, 512), address: clientIp(c, deps) };
}

/** Opens a session inside the caller's transaction. */
export async function openSession(
  tx: Queryable,
  deps: AuthDeps,
  userId: string,
  method: Method,
  device: Device,
): Promise<SessionJson> {
  const opening = openingStatement(deps, userId, method, device);
  const [row] = await tx.query<{ user: UserJson }>(opening.text, opening.params);
  return sessionFromRow(tx, deps, row?.user, method, opening);
}

/**
 * Opens a session and runs the statements of `also` in one round trip, so that a sign-in costs the database less than
 * the hash costs the CPU. If a custom_access_token hook is set, a transaction is needed instead.
 */
export async function openSessionInOneRoundTrip(
  deps: AuthDeps,
  userId: string,
  method: Method,
  device: Device,
  also: readonly Statement[],
): Promise<SessionJson> {
  if (deps.config.auth.hook.custom_access_token?.enabled) {
    return deps.database.transaction(AUTH_ROLE, async (tx) => {
      for (const { text, params } of also) await tx.query(text, params);
      return openSession(tx, deps, userId, method, device);
    });
  }
  const opening = openingStatement(deps, userId, method, device);
  const results = await deps.database.run(AUTH_ROLE, [...also, opening]);
  const user = results.at(-1)?.rows[0]?.[0];
  return sessionFromRow(
    deps.database,
    deps,
    user ? (JSON.parse(user) as UserJson) : undefined,
    method,
    opening,
  );
}

interface OpeningStatement extends Statement {
  params: readonly Param[];
  sessionId: string;
  refreshToken: string;
}

/**
 * One statement that writes the session, method, refresh token, audit entry and last sign-in, and returns the account
 * as `user`.
 */
function openingStatement(deps: AuthDeps, userId: string, method: Method, device: Device): OpeningStatement {
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken();
  const text = `with opened as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
      values ($1::uuid, $2::uuid, clock_timestamp(), clock_timestamp(), 'aal1',
        clock_timestamp() + make_interval(secs => nullif($3::float8, 0)), nullif($4, ''), nullif($5, '')::inet)
    ), method as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), $1::uuid, clock_timestamp(), clock_timestamp(), $6)
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      values ('00000000-0000-0000-0000-000000000000', $7, $2::uuid::text, false, clock_timestamp(), clock_timestamp(),
        $1::uuid)
    ), identity as (
      update auth.identities set last_sign_in_at = clock_timestamp() where user_id = $2::uuid
    ), audited as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(),
        json_build_object('action', 'login', 'actor_id', $2::uuid), clock_timestamp(), $5)
    )
    update auth.users as u set last_sign_in_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = $2::uuid returning host.user_json(u) as user`;
  const { timebox } = deps.config.auth.sessions;
  const token = hashToken(refreshToken);
  const params = [sessionId, userId, String(timebox), device.userAgent, device.address, method, token];
  return { text, params, sessionId, refreshToken };
}

function sessionFromRow(
  db: Queryable,
  deps: AuthDeps,
  user: UserJson | undefined,
  method: Method,
  { sessionId, refreshToken }: OpeningStatement,
): Promise<SessionJson> {
  if (!user) throw new Error("the account of the new session is not there");
  const amr = [{ method, timestamp: Math.floor(nowOf(deps) / 1000) }];
  return sessionJson(db, deps, user, { sessionId, aal: "aal1", amr }, refreshToken);
}

/** Issues a new access token and `refreshToken`, which replaces the refresh token with the hash `parent`. */
export async function issueTokens(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  sessionId: string,
  parent: string,
  refreshToken: string = newRefreshToken(),
): Promise<SessionJson> {
  await tx.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, clock_timestamp(), clock_timestamp(), $3, $4::uuid)`,
    [hashToken(refreshToken), user.id, parent, sessionId],
  );
  return issueAccessToken(tx, deps, user, sessionId, refreshToken);
}

/** Issues a new access token for an open session, whose current refresh token is `refreshToken`. */
export async function issueAccessToken(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  sessionId: string,
  refreshToken: string,
): Promise<SessionJson> {
  const [session] = await tx.query<{ aal: AssuranceLevel; amr: Amr[] }>(
    `select coalesce(s.aal, 'aal1')::text as aal, (
       select coalesce(json_agg(json_build_object('method', c.authentication_method,
         'timestamp', extract(epoch from c.updated_at)::int) order by c.updated_at desc), '[]')
       from auth.mfa_amr_claims as c where c.session_id = s.id
     ) as amr from auth.sessions as s where s.id = $1::uuid`,
    [sessionId],
  );
  if (!session) throw new Error("the session of the new tokens is not there");
  return sessionJson(tx, deps, user.json, { sessionId, ...session }, refreshToken);
}

/**
 * The token that replaces a refresh token. It is computed from the token and the secret key, because the database has
 * only hashes and a token that is presented twice must get the same successor.
 */
export function successorOf(deps: AuthDeps, token: string): string {
  const key = `refresh token ${deps.gateway.keys.secret_key}`;
  return createHmac("sha256", key)
    .update(token)
    .digest()
    .subarray(0, REFRESH_TOKEN_BYTES)
    .toString("base64url");
}

/** Refresh tokens are random, so one round of SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

interface Amr {
  method: string;
  /** Unix seconds. */
  timestamp: number;
}

async function sessionJson(
  tx: Queryable,
  deps: AuthDeps,
  user: UserJson,
  { sessionId, aal, amr }: { sessionId: string; aal: AssuranceLevel; amr: readonly Amr[] },
  refreshToken: string,
): Promise<SessionJson> {
  const { jwt_expiry: expiresIn, jwt_issuer: issuer } = deps.config.auth;
  const issuedAt = Math.floor(nowOf(deps) / 1000);
  const claims = {
    iss: issuer ?? `${deps.apiUrl}/auth/v1`,
    sub: user.id,
    aud: "authenticated",
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
  const chosen = await customClaims(tx, deps, {
    user_id: user.id,
    claims,
    authentication_method: amr[0]?.method ?? "password",
  });
  return {
    access_token: await deps.gateway.tokens.sign({ ...chosen }),
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: refreshToken,
    user,
  };
}

const REFRESH_TOKEN_BYTES = 18;

function newRefreshToken(): string {
  return randomBytes(REFRESH_TOKEN_BYTES).toString("base64url");
}
