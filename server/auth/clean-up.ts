import type { Database } from "../database/database.ts";

/** One request in so many tidies up: no timer, no job, and no request pays often. */
const ONE_IN = 200;

/**
 * Deletes what can no longer matter: counters an hour past their window, PKCE flows a day old, sessions past their end,
 * challenges a day old, and refresh tokens that were replaced a month ago.
 */
export async function occasionallyCleanUp(database: Database, chance = Math.random()): Promise<void> {
  if (chance * ONE_IN >= 1) return;
  await database.run(null, [
    { text: "delete from host.rate_limits where resets_at < clock_timestamp() - interval '1 hour'" },
    { text: "delete from auth.flow_state where created_at < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.sessions where not_after < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.mfa_challenges where created_at < clock_timestamp() - interval '1 day'" },
    {
      text: "delete from auth.refresh_tokens where revoked and updated_at < clock_timestamp() - interval '30 days'",
    },
  ]);
}
