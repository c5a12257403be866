import { createHash } from "node:crypto";
import type { Database, Result, Statement } from "../database/database.ts";
import { limitedAddress } from "../gateway/address.ts";
import { occasionallyCleanUp } from "./clean-up.ts";
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
const FIFTEEN_MINUTES = 900;
const ONE_HOUR = 3600;

/** Wrong passwords for one account from one IP address. */
export const SIGN_IN: Limit = { name: "sign_in", max: 5, seconds: FIFTEEN_MINUTES };
/** Guesses at one account from many IP addresses. Higher, so that strangers cannot easily lock a player out. */
export const SIGN_IN_ACCOUNT: Limit = { name: "sign_in_account", max: 50, seconds: FIFTEEN_MINUTES };
/** Guesses at many accounts from one IP address. Higher, because a club may share an address. */
export const SIGN_IN_ADDRESS: Limit = { name: "sign_in_address", max: 100, seconds: FIFTEEN_MINUTES };
/** With six digits, an attacker's chance is one in a thousand per day. */
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

/** One attempt at a limited action. `peek` checks the limit without counting. */
export interface Attempt {
  limit: Limit;
  subject: readonly string[];
  peek?: boolean;
}

/**
 * Counts attempts in one round trip and throws 429 with the remaining time if one exceeds its limit. Returns the result
 * of the statement `also`, which runs as the host in the same round trip.
 */
export async function enforceLimits(
  database: Database,
  attempts: readonly Attempt[],
  also?: Statement,
): Promise<Result | undefined> {
  const counting = attempts.map(({ limit, subject, peek }) =>
    peek ? peekStatement(limit, subject) : countStatement(limit, subject),
  );
  const [, ...results] = await database.run(null, [
    ASYNCHRONOUS_COMMIT,
    ...counting,
    ...(also ? [also] : []),
  ]);
  await occasionallyCleanUp(database);
  for (const [position, { limit }] of attempts.entries()) {
    const [hits, secondsLeft] = results[position]?.rows[0] ?? [];
    if (Number(hits ?? 0) > limit.max) throw tooMany(limit, Number(secondsLeft));
  }
  return results[attempts.length];
}

/** Counts one attempt and throws 429 beyond the limit. */
export async function enforceLimit(
  database: Database,
  limit: Limit,
  ...subject: readonly string[]
): Promise<void> {
  await enforceLimits(database, [{ limit, subject }]);
}

/** Counts failures without refusing. `enforceLimits` with `peek` refuses the next attempt. */
export async function countFailures(database: Database, failures: readonly Attempt[]): Promise<void> {
  const counting = failures.map(({ limit, subject }) => countStatement(limit, subject));
  await database.run(null, [ASYNCHRONOUS_COMMIT, ...counting]);
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

/** The remaining time as text: "3 minutes", "1 minute", "40 seconds". */
export function timeLeft(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function countStatement(limit: Limit, subject: readonly string[]): Statement {
  return {
    text: "select hits, seconds_left from host.count_attempt($1, $2, $3::int)",
    params: [limit.name, keyOf(subject), String(Math.ceil(limit.seconds))],
  };
}

/** Returns the count that the attempt would reach. */
function peekStatement(limit: Limit, subject: readonly string[]): Statement {
  return {
    text: `select hits + 1, greatest(1, ceil(extract(epoch from resets_at - clock_timestamp())))::int
      from host.rate_limits where name = $1 and key = $2 and resets_at > clock_timestamp()`,
    params: [limit.name, keyOf(subject)],
  };
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
  const parts = subject.map(limitedAddress);
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
