import { secondsOf } from "../../config/fields.ts";
import type { Queryable } from "../../database/database.ts";
import { AuthError } from "../errors.ts";

/**
 * Parses a ban duration in seconds: a Go duration ("24h"), 0 for "none", null for an empty text. Throws
 * validation_failed (400).
 */
export function banDuration(text: string): number | null {
  if (text === "") return null;
  const seconds = text === "none" ? 0 : secondsOf(text);
  if (seconds === null) throw new AuthError(400, "validation_failed", "invalid format for ban duration");
  return seconds;
}

/** Bans an account for that many seconds from now; 0 lifts the ban. */
export async function ban(tx: Queryable, id: string, seconds: number): Promise<void> {
  await tx.query(
    `update auth.users set banned_until = case when $2::float8 > 0
       then clock_timestamp() + make_interval(secs => $2::float8) end where id = $1::uuid`,
    [id, String(seconds)],
  );
}
