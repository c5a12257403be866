import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { Method } from "./sessions.ts";

/** RFC 7636: the code challenge of the browser that started a flow. Only that browser can finish it. */
export interface Challenge {
  challenge: string;
  method: "s256" | "plain";
}

/** Null if the request has no challenge. Throws validation_failed (400) for an incomplete or malformed one. */
export function readChallenge(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: name } = body;
  if (!challenge && !name) return null;
  const method = name.toLowerCase();
  if (!challenge || !name) {
    throw new AuthError(
      400,
      "validation_failed",
      "PKCE flow requires code_challenge_method and code_challenge",
    );
  }
  if (method !== "s256" && method !== "plain") {
    throw new AuthError(400, "validation_failed", "code challenge method not supported");
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw new AuthError(400, "validation_failed", "code challenge has to be between 43 and 128 characters");
  }
  return { challenge, method };
}

/** Stores the challenge until the link in the email is opened. */
export async function startFlow(tx: Queryable, userId: string, method: Method, challenge: Challenge | null) {
  if (!challenge) return;
  await tx.query("delete from auth.flow_state where user_id = $1::uuid and authentication_method = $2", [
    userId,
    method,
  ]);
  await tx.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1::uuid, $2, $3::auth.code_challenge_method, $4, 'email',
       clock_timestamp(), clock_timestamp(), $5)`,
    [userId, randomUUID(), challenge.method, challenge.challenge, method],
  );
}

/** Issues the authorization code for the browser that opened the link. Throws flow_state_not_found (404). */
export async function issueAuthCode(tx: Queryable, userId: string, method: Method): Promise<string> {
  const code = randomUUID();
  const rows = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = clock_timestamp(), updated_at = clock_timestamp()
     where user_id = $1::uuid and authentication_method = $2 returning id::text`,
    [userId, method, hash(code)],
  );
  if (rows.length === 0) throw notFound();
  return code;
}

/**
 * Issues the authorization code of a sign-in with an external provider. The provider's tokens are encrypted with the
 * code, of which only the hash is stored.
 */
export async function issueExternalAuthCode(
  tx: Queryable,
  flowId: string,
  userId: string,
  tokens: { access: string; refresh: string },
): Promise<string> {
  const code = randomUUID();
  await tx.query(
    `update auth.flow_state set user_id = $2::uuid, auth_code = $3, provider_access_token = $4,
       provider_refresh_token = $5, auth_code_issued_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1::uuid`,
    [flowId, userId, hash(code), seal(code, tokens.access), seal(code, tokens.refresh)],
  );
  return code;
}

/** What an authorization code stands for. */
export interface RedeemedCode {
  userId: string;
  method: Method;
  /** The external provider's own tokens; empty for other flows. */
  providerTokens: { provider_token?: string; provider_refresh_token?: string };
}

/**
 * Uses up an authorization code and returns what it stands for. Throws flow_state_not_found, flow_state_expired or
 * bad_code_verifier.
 */
export async function redeemAuthCode(tx: Queryable, code: string, verifier: string): Promise<RedeemedCode> {
  const [flow] = await tx.query<{
    user_id: string;
    method: Method;
    challenge: string;
    challenge_method: Challenge["method"];
    access: string | null;
    refresh: string | null;
    expired: boolean;
  }>(
    `select user_id::text, authentication_method as method, code_challenge as challenge,
       code_challenge_method::text as challenge_method, provider_access_token as access,
       provider_refresh_token as refresh,
       auth_code_issued_at is null or auth_code_issued_at < clock_timestamp() - interval '5 minutes' as expired
     from auth.flow_state where auth_code = $1 for update`,
    [hash(code)],
  );
  if (!flow) throw notFound();
  if (flow.expired)
    throw new AuthError(403, "flow_state_expired", "invalid flow state, flow state has expired");
  const proof =
    flow.challenge_method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  if (proof !== flow.challenge) {
    throw new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  await tx.query("delete from auth.flow_state where auth_code = $1", [hash(code)]);
  const access = unseal(code, flow.access);
  const refresh = unseal(code, flow.refresh);
  const providerTokens = {
    ...(access ? { provider_token: access } : {}),
    ...(refresh ? { provider_refresh_token: refresh } : {}),
  };
  return { userId: flow.user_id, method: flow.method, providerTokens };
}

function notFound(): AuthError {
  return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}

function hash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

function keyOf(code: string): Buffer {
  return createHash("sha256").update(`provider tokens ${code}`).digest();
}

/** Encrypts a token with an authorization code, which is random. */
function seal(code: string, text: string): string | null {
  if (text === "") return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(code), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

function unseal(code: string, stored: string | null): string {
  if (!stored) return "";
  const bytes = Buffer.from(stored, "base64");
  const decipher = createDecipheriv(CIPHER, keyOf(code), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
