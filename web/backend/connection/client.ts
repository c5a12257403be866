import { GoTrueClient, isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { noteResponseStatus } from "../offline/reachability.ts";
import type { Database } from "../types/database.ts";
import type { Config } from "./config.ts";
import { learnClock } from "./server-clock.ts";
import { authStorageKey } from "./stored-session.ts";

/** supabase-js, composed of the two parts every screen needs; realtime and functions load when they are first used. */
export interface Backend {
  config: Config;
  auth: GoTrueClient;
  rest: PostgrestClient<Database>;
  /** The signed-in caller's token, refreshed when due; the publishable key for a visitor. Throws when it is due and nobody answers. */
  token: () => Promise<string>;
}

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
  // Another tab's sign-in can be told before its entry in the storage is seen here: what was told stands in for it.
  let told: Session | null = null;
  auth.onAuthStateChange((_event, session) => {
    told = session;
  });
  const token = async () => {
    const { data, error } = await auth.getSession();
    // A player whose token cannot be renewed for want of a network must not be answered as a visitor.
    if (!data.session && isAuthRetryableFetchError(error)) throw error;
    return (data.session ?? told)?.access_token ?? config.publishable_key;
  };
  const rest = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", config.publishable_key);
      try {
        headers.set("Authorization", `Bearer ${await token()}`);
        const answer = await fetch(input, { ...init, headers });
        learnClock(answer);
        noteResponseStatus(answer.status);
        return answer;
      } catch (error) {
        noteResponseStatus(0);
        throw error;
      }
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
