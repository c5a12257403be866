import { createHash, randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { Factor } from "./factors.ts";
import type { Ceremony } from "./webauthn.ts";

/** Seconds within which a challenge wants its answer, as upstream. */
const EXPIRY_SECONDS = 300;

/** The time in which one answer of a factor is taken. */
export interface Challenge {
  id: string;
  /** The hash of what a text carried; empty for other factors. */
  otp_code: string;
  ceremony: Ceremony | null;
}

export interface NewChallenge {
  id: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Opens a challenge for an address of the network; `asked` is what goes out with it, if anything. */
export async function createChallenge(
  tx: Queryable,
  factor: Factor,
  address: string,
  asked: { code?: string; ceremony?: Ceremony },
): Promise<NewChallenge> {
  const id = randomUUID();
  const [made] = await tx.query<{ expires_at: number }>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1::uuid, $2::uuid, clock_timestamp(), coalesce(nullif($3, '')::inet, '0.0.0.0'), $5, $6::jsonb)
     returning extract(epoch from created_at)::int + $4::int as expires_at`,
    [
      id,
      factor.id,
      address,
      String(EXPIRY_SECONDS),
      asked.code === undefined ? null : hashOfCode(id, asked.code),
      asked.ceremony ? JSON.stringify(asked.ceremony) : null,
    ],
  );
  if (!made) throw new Error("the challenge that was just written is not there");
  // The column is unique, and a clock of whole milliseconds would make two challenges collide.
  await tx.query(
    `update auth.mfa_factors set last_challenged_at = clock_timestamp() + random() * interval '1 millisecond'
     where id = $1::uuid`,
    [factor.id],
  );
  return { id, expiresAt: made.expires_at };
}

/** A challenge takes one right answer, from the address that asked for it, within its time. */
export async function redeemChallenge(
  tx: Queryable,
  factor: Factor,
  challengeId: string,
  address: string,
): Promise<Challenge> {
  const id = z.uuid().safeParse(challengeId);
  const [challenge] = await tx.query<Challenge & { usable: boolean; expired: boolean }>(
    `select id::text, coalesce(otp_code, '') as otp_code, web_authn_session_data as ceremony,
       verified_at is null and ip_address = coalesce(nullif($3, '')::inet, '0.0.0.0') as usable,
       created_at < clock_timestamp() - make_interval(secs => $4::float8) as expired
     from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid for update`,
    [id.success ? id.data : null, factor.id, address, String(EXPIRY_SECONDS)],
  );
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (!challenge.usable) {
    const message = "Challenge and verify IP addresses mismatch";
    throw new AuthError(422, "mfa_ip_address_mismatch", message);
  }
  if (challenge.expired) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  await tx.query("update auth.mfa_challenges set verified_at = clock_timestamp() where id = $1::uuid", [
    challenge.id,
  ]);
  return challenge;
}

/** Digits for a text. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, "0");
}

/** Is this what the challenge's text carried? Guesses are counted where it is asked. */
export function codeMatchesChallenge({ id, otp_code }: Challenge, code: string): boolean {
  return otp_code !== "" && otp_code === hashOfCode(id, code);
}

function hashOfCode(challengeId: string, code: string): string {
  return createHash("sha256").update(`${challengeId} ${code}`).digest("hex");
}
