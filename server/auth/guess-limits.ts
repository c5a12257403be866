import type { Database, Result, Statement } from "../database/database.ts";
import {
  type Attempt,
  enforceLimits,
  FIFTEEN_MINUTES,
  type Limit,
  refundStatement,
  rememberStatement,
  resetStatement,
} from "./rate-limits.ts";

/** Limits of guesses at a secret of one account (docs/decisions/0007-sign-in-limits-and-password-hashing.md). */
export interface GuessLimits {
  /** All accounts from one IP address. Higher than the next, because a household or an office may share an address. */
  address?: Limit;
  /** One account from one IP address. */
  accountAndAddress: Limit;
  /** One account from all IP addresses from which its owner has not signed in before. */
  account: Limit;
  /** Seconds between guesses that are admitted beyond `account`, so that strangers cannot lock the owner out. */
  pause: number;
}

const limit = (name: string, max: number): Limit => ({ name, max, seconds: FIFTEEN_MINUTES });

export const PASSWORD_GUESSES: GuessLimits = {
  address: limit("sign_in_address", 100),
  accountAndAddress: limit("sign_in", 5),
  account: limit("sign_in_account", 50),
  pause: 18,
};

/** With six digits, strangers who never stop guessing find a code with a chance of about 1 in 400 per day. */
export const CODE_GUESSES: GuessLimits = {
  accountAndAddress: limit("code", 10),
  account: limit("code_account", 10),
  pause: 60,
};

/** How long an IP address from which the owner signed in stays known. */
const KNOWN_DAYS = 90;

/**
 * Counts one guess at the secret of `account` (email or phone) by the IP address `address`, after `others`. Throws 429.
 * Returns the result of `also`, as `enforceLimits` does.
 */
export function admitGuess(
  database: Database,
  guesses: GuessLimits,
  account: string,
  address: string,
  others: readonly Attempt[] = [],
  also?: Statement,
): Promise<Result | undefined> {
  const attempts: Attempt[] = [
    ...others,
    ...byAddress(guesses, address),
    { limit: guesses.accountAndAddress, subject: [account, address] },
    byAccount(guesses, account, address),
  ];
  return enforceLimits(database, attempts, also);
}

function byAddress({ address: limit }: GuessLimits, address: string): Attempt[] {
  return limit ? [{ limit, subject: [address] }] : [];
}

function byAccount(guesses: GuessLimits, account: string, address: string): Attempt {
  return {
    limit: guesses.account,
    subject: [account],
    pause: guesses.pause,
    unlessKnown: [account, address],
  };
}

/** After a right guess: statements that take it back. */
export function takeBackGuess(guesses: GuessLimits, account: string, address: string): Statement[] {
  return [
    ...byAddress(guesses, address).map(refundStatement),
    resetStatement(guesses.accountAndAddress, account, address),
    refundStatement(byAccount(guesses, account, address)),
  ];
}

/** After the owner has signed in: statements that take the guess back and make the address known. */
export function trustAddress(guesses: GuessLimits, account: string, address: string): Statement[] {
  return [...takeBackGuess(guesses, account, address), knownAddress(account, address)];
}

/** A statement that makes an address known to an account. */
export function knownAddress(account: string, address: string): Statement {
  return rememberStatement(KNOWN_DAYS, account, address);
}
