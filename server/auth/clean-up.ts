import type { Database } from "../database/database.ts";

/** One request in this many cleans up, so that no timer is needed and few requests pay for it. */
const ONE_IN = 200;

/**
 * Deletes expired data: counters an hour after their window, PKCE flows and challenges after a day, sessions a day
 * after they end, and refresh tokens a month after they were replaced.
 */
export async function occasionallyCleanUp(database: Database, chance = Math.random()): Promise<void> {
  if (chance * ONE_IN >= 1) return;
  await database.run(null, [
    { text: "delete from host.rate_limits where resets_at < clock_timestamp() - interval '1 hour'" },
    { text: "delete from auth.flow_state where created_at < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.oauth_client_states where created_at < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.sessions where not_after < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.webauthn_challenges where expires_at < clock_timestamp() - interval '1 day'" },
    { text: "delete from auth.mfa_challenges where created_at < clock_timestamp() - interval '1 day'" },
    {
      text: "delete from auth.refresh_tokens where revoked and updated_at < clock_timestamp() - interval '30 days'",
    },
  ]);
}
