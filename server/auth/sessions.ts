import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Queryable } from "../database/database.ts";
import { type AuthDeps, addressOf } from "./deps.ts";
import { runHook } from "./hooks.ts";
import { readUser, type User, type UserJson } from "./users.ts";

/** How a session was opened, as `amr` names it. */
export type Method = "password" | "otp" | "recovery" | "email/signup" | "magiclink" | "email_change";

export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  /** Seconds, and the Unix second at which they end. */
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
}

export interface Device {
  userAgent: string;
  address: string;
}

export function deviceOf(c: Context, deps: AuthDeps): Device {
  return { userAgent: (c.req.header("user-agent") ?? "").slice(0, 512), address: addressOf(c, deps) };
}

/** Opens a session inside the caller's transaction. */
export async function openSession(
  tx: Queryable,
  deps: AuthDeps,
  userId: string,
  method: Method,
  device: Device,
): Promise<SessionJson> {
  const sessionId = randomUUID();
  const { timebox } = deps.config.auth.sessions;
  await tx.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
     values ($1::uuid, $2::uuid, clock_timestamp(), clock_timestamp(), 'aal1',
       clock_timestamp() + make_interval(secs => nullif($3::float8, 0)), nullif($4, ''), nullif($5, '')::inet)`,
    [sessionId, userId, String(timebox), device.userAgent, device.address],
  );
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1::uuid, clock_timestamp(), clock_timestamp(), $2)`,
    [sessionId, method],
  );
  await tx.query(
    `update auth.users set last_sign_in_at = clock_timestamp(), updated_at = clock_timestamp() where id = $1::uuid`,
    [userId],
  );
  await tx.query(`update auth.identities set last_sign_in_at = clock_timestamp() where user_id = $1::uuid`, [
    userId,
  ]);
  return issueTokens(tx, deps, await readUser(tx, userId), sessionId, null);
}

/** A new access token and a new refresh token of an open session; `parent` is the hash of the one it replaces. */
export async function issueTokens(
  tx: Queryable,
  deps: AuthDeps,
  user: User,
  sessionId: string,
  parent: string | null,
): Promise<SessionJson> {
  const refreshToken = randomBytes(18).toString("base64url");
  await tx.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, clock_timestamp(), clock_timestamp(), $3, $4::uuid)`,
    [hashToken(refreshToken), user.id, parent, sessionId],
  );
  const { access_token, expires_in, expires_at } = await signAccessToken(tx, deps, user, sessionId);
  return {
    access_token,
    token_type: "bearer",
    expires_in,
    expires_at,
    refresh_token: refreshToken,
    user: user.json,
  };
}

/** Refresh tokens are random, so one round of SHA-256 hides them well enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function signAccessToken(tx: Queryable, deps: AuthDeps, user: User, sessionId: string) {
  const { jwt_expiry: expiresIn, jwt_issuer: issuer } = deps.config.auth;
  const amr = await tx.query<{ method: string; timestamp: number }>(
    `select authentication_method as method, extract(epoch from created_at)::int as timestamp
     from auth.mfa_amr_claims where session_id = $1::uuid order by created_at desc`,
    [sessionId],
  );
  const issuedAt = Math.floor((deps.now ?? Date.now)() / 1000);
  const claims = {
    iss: issuer ?? `${deps.siteUrl}/auth/v1`,
    sub: user.id,
    aud: "authenticated",
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: "aal1",
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
  const hooked = await runHook(tx, deps, "custom_access_token", {
    user_id: user.id,
    claims,
    authentication_method: amr[0]?.method ?? "password",
  });
  const chosen = typeof hooked?.claims === "object" && hooked.claims !== null ? hooked.claims : claims;
  return {
    access_token: await deps.gateway.tokens.sign({ ...chosen }),
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
  };
}
