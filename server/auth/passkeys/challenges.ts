import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";
import type { Ceremony } from "../mfa/webauthn.ts";

/** GoTrue's default of WebAuthn.ChallengeExpiryDuration. */
const EXPIRY_SECONDS = 300;

export type ChallengeType = "registration" | "authentication";

/** A stored challenge as the API returns it. */
export interface NewPasskeyChallenge {
  challenge_id: string;
  /** Unix seconds. */
  expires_at: number;
}

/** Stores a challenge. `userId` is the account that registers a passkey; null for a sign-in. */
export async function createPasskeyChallenge(
  tx: Queryable,
  type: ChallengeType,
  userId: string | null,
  challenge: string,
): Promise<NewPasskeyChallenge> {
  const ceremony: Ceremony = { challenge, user_id: userId ?? "" };
  const [made] = await tx.query<NewPasskeyChallenge>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, created_at, expires_at)
     values ($1::uuid, $2, $3::jsonb, clock_timestamp(), clock_timestamp() + make_interval(secs => $4::float8))
     returning id::text as challenge_id, extract(epoch from expires_at)::int as expires_at`,
    [userId, type, JSON.stringify(ceremony), String(EXPIRY_SECONDS)],
  );
  if (!made) throw new Error("the challenge that was just written is not there");
  return made;
}

/**
 * Uses up a challenge. It accepts one answer, for its own purpose, from its own account and before it expires. Throws
 * webauthn_challenge_not_found or webauthn_challenge_expired (400).
 */
export async function consumePasskeyChallenge(
  db: Queryable,
  type: ChallengeType,
  userId: string | null,
  id: string,
): Promise<Ceremony> {
  if (!id) throw new AuthError(400, "validation_failed", "challenge_id is required");
  if (!z.uuid().safeParse(id).success) {
    throw new AuthError(400, "validation_failed", "challenge_id must be a valid UUID");
  }
  const [found] = await db.query<{ ceremony: Ceremony; expired: boolean }>(
    `delete from auth.webauthn_challenges
     where id = $1::uuid and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning session_data as ceremony, expires_at < clock_timestamp() as expired`,
    [id, type, userId],
  );
  if (!found) {
    throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (found.expired) throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  return found.ceremony;
}
