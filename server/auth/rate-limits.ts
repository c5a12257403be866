import { createHash } from "node:crypto";
import type { Database, Result, Statement } from "../database/database.ts";
import { limitedAddress } from "../gateway/address.ts";
import { AuthError, type AuthErrorCode } from "./errors.ts";

/**
 * Counters are stored in the database, so that all processes share them. They are written outside the request's
 * transaction, so that a rollback does not undo the count.
 */
export interface Limit {
  name: string;
  /** Attempts allowed within the window. */
  max: number;
  seconds: number;
  code?: Extract<
    AuthErrorCode,
    "over_request_rate_limit" | "over_email_send_rate_limit" | "over_sms_send_rate_limit"
  >;
}

const FIVE_MINUTES = 300;
export const FIFTEEN_MINUTES = 900;
const ONE_HOUR = 3600;

/** Codes that a signed-in user enters again, e.g. for a new password. */
export const WRONG_CODES: Limit = { name: "wrong_codes", max: 10, seconds: FIFTEEN_MINUTES };

/** A limit per hour, for messages and anonymous accounts. */
export const perHour = (name: string, max: number): Limit => ({ name, max, seconds: ONE_HOUR });

/** A limit per five minutes, GoTrue's window for requests. */
export const perFiveMinutes = (name: string, max: number): Limit => ({
  name,
  max,
  seconds: FIVE_MINUTES,
});

/** Changes of one account. GoTrue's burst, which here also limits guesses at the current password. */
export const USER_CHANGES: Limit = { name: "user_changes", max: 30, seconds: FIVE_MINUTES };

/** Guesses at an authenticator's code. Three codes are valid at any time. */
export const MFA_CODES: Limit = { name: "wrong_totp", max: 5, seconds: FIFTEEN_MINUTES };
/** Challenges and verifications of one account: GoTrue's 15 a minute over five minutes. */
export const MFA_ATTEMPTS: Limit = { name: "mfa_challenge_and_verify", max: 75, seconds: FIVE_MINUTES };

/**
 * Counters need not be flushed to disk before the attempt continues, because only a crash of the database could lose
 * one. A sign-in then waits for the disk once instead of twice.
 */
const ASYNCHRONOUS_COMMIT: Statement = { text: "select set_config('synchronous_commit', 'off', true)" };

/** One attempt at a limited action. */
export interface Attempt {
  limit: Limit;
  subject: readonly string[];
  /** Instead of refusing attempts beyond the limit, admits one in this many seconds. */
  pause?: number;
  /** An attempt with a known address as its subject (see `rememberStatement`) does not count. */
  unlessKnown?: readonly string[];
}

/**
 * Counts an attempt against several limits in one round trip, before anything is evaluated, so that parallel attempts
 * cannot exceed a limit. Throws 429 with the remaining time at the first limit that is exceeded; those after it do not
 * count the attempt. Returns the result of the statement `also`, which runs as the host in the same round trip.
 */
export async function enforceLimits(
  database: Database,
  attempts: readonly Attempt[],
  also?: Statement,
): Promise<Result | undefined> {
  const [, counted, result] = await database.run(null, [
    ASYNCHRONOUS_COMMIT,
    countStatement(attempts),
    ...(also ? [also] : []),
  ]);
  const [refusedBy, secondsLeft] = counted?.rows[0] ?? [];
  const refusal = attempts[Number(refusedBy ?? 0) - 1];
  if (refusal) throw tooMany(refusal.limit, Number(secondsLeft));
  return result;
}

/** Counts one attempt and throws 429 beyond the limit. */
export async function enforceLimit(
  database: Database,
  limit: Limit,
  ...subject: readonly string[]
): Promise<void> {
  await enforceLimits(database, [{ limit, subject }]);
}

/** Deletes a counter. */
export async function resetLimit(
  database: Database,
  limit: Limit,
  ...subject: readonly string[]
): Promise<void> {
  await database.run(null, [resetStatement(limit, ...subject)]);
}

/** The same as a statement, to be sent together with others. */
export function resetStatement({ name }: Limit, ...subject: readonly string[]): Statement {
  return {
    text: "delete from host.rate_limits where name = $1 and key = $2",
    params: [name, keyOf(subject)],
  };
}

/**
 * Subtracts an attempt that was counted before it was known not to belong to the limit. An attempt that did not count,
 * because `unlessKnown` is a known address, leaves the counter as it is.
 */
export function refundStatement({ limit, subject, unlessKnown }: Attempt): Statement {
  return {
    text: `update host.rate_limits set hits = greatest(hits - 1, 0) where name = $1 and key = $2
      and not host.is_known_address($3)`,
    params: [limit.name, keyOf(subject), unlessKnown ? keyOf(unlessKnown) : null],
  };
}

/** Remembers a subject for `unlessKnown`. */
export function rememberStatement(days: number, ...subject: readonly string[]): Statement {
  return {
    text: `insert into host.rate_limits as known (name, key, hits, resets_at)
      values ('known_address', $1, 1, clock_timestamp() + make_interval(days => $2::int))
      on conflict (name, key) do update set resets_at = excluded.resets_at`,
    params: [keyOf(subject), String(days)],
  };
}

/** The remaining time as text: "3 minutes", "1 minute", "40 seconds". */
export function timeLeft(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function countStatement(attempts: readonly Attempt[]): Statement {
  const limits = attempts.map(({ limit, subject, pause, unlessKnown }) => ({
    name: limit.name,
    key: keyOf(subject),
    max: limit.max,
    seconds: Math.ceil(limit.seconds),
    pause,
    known: unlessKnown && keyOf(unlessKnown),
  }));
  return {
    text: "select refused_by, seconds_left from host.count_attempts($1::jsonb)",
    params: [JSON.stringify(limits)],
  };
}

/** The refusal of an attempt beyond a limit. */
export function tooMany(limit: Limit, secondsLeft: number): AuthError {
  const code = limit.code ?? "over_request_rate_limit";
  const message =
    code === "over_request_rate_limit"
      ? `Too many attempts. Try again in ${timeLeft(secondsLeft)}.`
      : `For security purposes, you can only request this after ${secondsLeft} seconds.`;
  return new AuthError(429, code, message, { retryAfter: secondsLeft });
}

/** A hash, so that no address and no account is stored. */
function keyOf(subject: readonly string[]): string {
  const parts = subject.map(limitedAddress);
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
