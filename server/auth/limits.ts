import { createHash } from "node:crypto";
import type { Database, Param } from "../database/database.ts";
import { AuthError, type AuthErrorCode } from "./errors.ts";

/**
 * Counters live in the database, so that every process shares them, and are written by statements of their own, so
 * that an error which rolls a request back does not roll its count back.
 */
export interface Limit {
  name: string;
  /** Allowed within the window. */
  most: number;
  seconds: number;
  code?: Extract<
    AuthErrorCode,
    "over_request_rate_limit" | "over_email_send_rate_limit" | "over_sms_send_rate_limit"
  >;
}

const FIVE_MINUTES = 300;
const FIFTEEN_MINUTES = 900;

/** Five wrong passwords for one account from one address. */
export const SIGN_IN: Limit = { name: "sign_in", most: 5, seconds: FIFTEEN_MINUTES };
/** Guesses at one account from many addresses. Higher, so that a stranger cannot easily lock a player out. */
export const SIGN_IN_ACCOUNT: Limit = { name: "sign_in_account", most: 50, seconds: FIFTEEN_MINUTES };
/** Guesses at many accounts from one address. Higher, because a club may share an address. */
export const SIGN_IN_ADDRESS: Limit = { name: "sign_in_address", most: 100, seconds: FIFTEEN_MINUTES };
/** A six-digit code leaves an attacker a chance of one in a thousand a day. */
export const WRONG_CODES: Limit = { name: "wrong_codes", most: 10, seconds: FIFTEEN_MINUTES };

export const perFiveMinutes = (name: string, most: number): Limit => ({ name, most, seconds: FIVE_MINUTES });

/** Counts one attempt and refuses it when it is beyond the limit: throws 429 with the time left. */
export async function count(database: Database, limit: Limit, ...subject: readonly string[]): Promise<void> {
  const counted = await add(database, limit, subject);
  if (counted.hits > limit.most) throw tooMany(limit, counted.seconds_left);
}

/** Counts a failure without refusing. */
export async function countFailure(
  database: Database,
  limit: Limit,
  ...subject: readonly string[]
): Promise<void> {
  await add(database, limit, subject);
}

/** Throws 429 when the limit is reached already; counts nothing. */
export async function refuseBeyond(
  database: Database,
  limit: Limit,
  ...subject: readonly string[]
): Promise<void> {
  const [row] = await database.query<{ seconds_left: number }>(
    `select greatest(1, ceil(extract(epoch from resets_at - clock_timestamp())))::int as seconds_left
     from host.rate_limits where name = $1 and key = $2 and hits >= $3::int and resets_at > clock_timestamp()`,
    [limit.name, keyOf(subject), String(limit.most)],
  );
  if (row) throw tooMany(limit, row.seconds_left);
}

export async function forget(database: Database, limit: Limit, ...subject: readonly string[]): Promise<void> {
  const key: Param[] = [limit.name, keyOf(subject)];
  await database.query("delete from host.rate_limits where name = $1 and key = $2", key);
}

/** "3 minutes", "1 minute", "40 seconds": the time left as a person reads it. */
export function timeLeft(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

async function add(database: Database, limit: Limit, subject: readonly string[]) {
  const [row] = await database.query<{ hits: number; seconds_left: number }>(
    "select hits, seconds_left from host.count_attempt($1, $2, $3::int)",
    [limit.name, keyOf(subject), String(Math.ceil(limit.seconds))],
  );
  if (!row) throw new Error("host.count_attempt returned no row");
  return row;
}

function tooMany(limit: Limit, secondsLeft: number): AuthError {
  const code = limit.code ?? "over_request_rate_limit";
  const message =
    code === "over_request_rate_limit"
      ? `Too many attempts. Try again in ${timeLeft(secondsLeft)}.`
      : `For security purposes, you can only request this after ${secondsLeft} seconds.`;
  return new AuthError(429, code, message, { retryAfter: secondsLeft });
}

function keyOf(subject: readonly string[]): string {
  return createHash("sha256").update(subject.join("\n")).digest("base64url");
}
