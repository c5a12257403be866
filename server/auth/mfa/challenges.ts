import { createHash, randomInt, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { Factor } from "./factors.ts";
import type { Ceremony } from "./webauthn.ts";

/** How long a challenge is valid, as in GoTrue. */
const EXPIRY_SECONDS = 300;

/** A challenge accepts one answer for a factor. */
export interface Challenge {
  id: string;
  /** The hash of the code that was sent by SMS; empty for other factors. */
  otp_code: string;
  ceremony: Ceremony | null;
}

export interface NewChallenge {
  id: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Creates a challenge for an IP address, with the code or ceremony that belongs to it. */
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
  // The column is unique, and a timestamp of whole milliseconds could make two challenges collide.
  await tx.query(
    `update auth.mfa_factors set last_challenged_at = clock_timestamp() + random() * interval '1 millisecond'
     where id = $1::uuid`,
    [factor.id],
  );
  return { id, expiresAt: made.expires_at };
}

/** Uses up a challenge. It accepts one answer, from the IP address that requested it, before it expires. */
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

/** A random code of that many digits. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, "0");
}

/** True if the code matches the challenge. The caller counts failed attempts. */
export function codeMatchesChallenge({ id, otp_code }: Challenge, code: string): boolean {
  return otp_code !== "" && otp_code === hashOfCode(id, code);
}

function hashOfCode(challengeId: string, code: string): string {
  return createHash("sha256").update(`${challengeId} ${code}`).digest("hex");
}
