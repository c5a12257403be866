import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import { removeUnverifiedIdentities } from "../accounts/identities.ts";
import type { User } from "../accounts/users.ts";

/**
 * The columns of auth.users that store the hash of a code. The names are also the values of auth.one_time_token_type.
 */
export type TokenColumn =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "phone_change_token"
  | "reauthentication_token";

/**
 * The two secrets of one message: a code to type and a token for its link. GoTrue derives the link's token from the
 * code; here it is random, so that it cannot be found by trying a million codes.
 */
export interface Secret {
  code: string;
  link: string;
}

const SENT_AT: Record<TokenColumn, string> = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  phone_change_token: "phone_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
};

const AGE = {
  confirmation_token: "confirmation_age",
  recovery_token: "recovery_age",
  email_change_token_new: "email_change_age",
  email_change_token_current: "email_change_age",
  phone_change_token: "phone_change_age",
  reauthentication_token: "reauthentication_age",
} as const satisfies Record<TokenColumn, keyof User>;

/** The prefix of a link's token if the link leads to an authorization code (PKCE) instead of tokens. */
export const PKCE_PREFIX = "pkce_";

export interface TokenRequest {
  column: TokenColumn;
  /** The recipient's email or phone. */
  address: string;
  digits: number;
  pkce?: boolean;
  /** Set if an external provider started the flow, not the owner of the address. */
  external?: boolean;
  /** A fixed code from the setting auth.sms.test_otp. */
  code?: string;
}

/** Creates a secret that replaces the previous one. Only its hashes are stored. */
export async function issueToken(tx: Queryable, userId: string, issue: TokenRequest): Promise<Secret> {
  const code = issue.code ?? String(randomInt(10 ** issue.digits)).padStart(issue.digits, "0");
  const opens = issue.column === "confirmation_token" || issue.column === "recovery_token";
  if (opens && !issue.external) await removeUnverifiedIdentities(tx, userId);
  const link = `${issue.pkce ? PKCE_PREFIX : ""}${randomBytes(28).toString("hex")}`;
  await tx.query(
    `update auth.users set ${issue.column} = $2, ${SENT_AT[issue.column]} = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1::uuid`,
    [userId, sha224(issue.address + code)],
  );
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     values (gen_random_uuid(), $1::uuid, $2::auth.one_time_token_type, $3, $4)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = now()`,
    [userId, issue.column, sha224(link), issue.address],
  );
  return { code, link };
}

/** The account and token type of a link. */
export function findLink(
  tx: Queryable,
  link: string,
  columns: readonly TokenColumn[],
): Promise<{ userId: string; column: TokenColumn } | null> {
  return findLinkByHash(tx, linkHash(link), columns);
}

/** The stored form of a link's token. */
export function linkHash(link: string): string {
  return sha224(link);
}

/** The account and token type of a link's hash. */
export async function findLinkByHash(
  tx: Queryable,
  hash: string,
  columns: readonly TokenColumn[],
): Promise<{ userId: string; column: TokenColumn } | null> {
  const [row] = await tx.query<{ user_id: string; token_type: TokenColumn }>(
    `select user_id::text, token_type::text from auth.one_time_tokens
     where token_hash = $1 and token_type::text = any ($2::text[])`,
    [hash, `{${columns.join(",")}}`],
  );
  return row ? { userId: row.user_id, column: row.token_type } : null;
}

/** True if this is the unexpired code that was sent to `address`. Read `user` under a lock first. */
export function codeMatches(
  user: User,
  column: TokenColumn,
  address: string,
  code: string,
  expiry: number,
): boolean {
  const expected = Buffer.from(user[column]);
  const given = Buffer.from(sha224(address + code));
  return (
    expected.length === given.length && timingSafeEqual(expected, given) && isFresh(user, column, expiry)
  );
}

/** True if the secret was sent within `expiry` seconds. */
export function isFresh(user: User, column: TokenColumn, expiry: number): boolean {
  const age = user[AGE[column]];
  return age !== null && age <= expiry;
}

/** Invalidates every open code and link of an account. */
export async function invalidateTokens(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '',
       email_change_token_current = '', phone_change_token = '', reauthentication_token = '', updated_at = clock_timestamp()
     where id = $1::uuid`,
    [userId],
  );
  await tx.query("delete from auth.one_time_tokens where user_id = $1::uuid", [userId]);
}

/** Invalidates one of the two tokens of an email change while the other address is unconfirmed. */
export async function invalidateToken(tx: Queryable, userId: string, column: TokenColumn): Promise<void> {
  await tx.query(
    `update auth.users set ${column} = '', email_change_confirm_status = 1 where id = $1::uuid`,
    [userId],
  );
  await tx.query(
    "delete from auth.one_time_tokens where user_id = $1::uuid and token_type = $2::auth.one_time_token_type",
    [userId, column],
  );
}

function sha224(text: string): string {
  return createHash("sha224").update(text).digest("hex");
}
