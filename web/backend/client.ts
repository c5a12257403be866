import { GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { Config } from "./config.ts";
import type { Database } from "./rows.ts";
import { learnClock } from "./server-clock.ts";

/** supabase-js, composed of the two parts every screen needs; realtime and functions load when they are first used. */
export interface Backend {
  config: Config;
  auth: GoTrueClient;
  rest: PostgrestClient<Database>;
  /** The signed-in caller's token, refreshed when due; the publishable key for a visitor. */
  token: () => Promise<string>;
}

export const authStorageKey = "scoreline-auth-token";

let connected: Backend | undefined;

/** Connects to the club. Called once, before anything renders. */
export function connect(config: Config): Backend {
  const auth = new GoTrueClient({
    url: `${config.url}/auth/v1`,
    headers: { apikey: config.publishable_key, Authorization: `Bearer ${config.publishable_key}` },
    storageKey: authStorageKey,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  const token = async () => (await auth.getSession()).data.session?.access_token ?? config.publishable_key;
  const rest = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", config.publishable_key);
      headers.set("Authorization", `Bearer ${await token()}`);
      const answer = await fetch(input, { ...init, headers });
      learnClock(answer);
      return answer;
    },
    // Queries have their own retry with the screen's state beside it; two layers would multiply.
    retry: false,
  });
  connected = { config, auth, rest, token };
  return connected;
}

/** The connected backend. Throws when asked for before `connect`. */
export function backend(): Backend {
  if (!connected) throw new Error("backend() before connect()");
  return connected;
}
