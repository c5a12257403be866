import { GoTrueClient, isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { noteResponseStatus } from "../offline/reachability.ts";
import { collectable } from "../together/collectable-fetch.ts";
import type { Database } from "../types/database.ts";
import type { Config } from "./config.ts";
import { noteFailure } from "./failed-requests.ts";
import { noteWrite } from "./own-writes.ts";
import { deviceNow, learnClock } from "./server-clock.ts";
import { sessionStorageByServerClock } from "./session-storage.ts";
import { authStorageKey } from "./stored-session.ts";

/** The two parts of supabase-js that every screen needs. Realtime, storage and functions load with their first use. */
export interface Backend {
  config: Config;
  auth: GoTrueClient;
  rest: PostgrestClient<Database>;
  /**
   * The caller's access token, refreshed when it has expired; the publishable key for a visitor. Throws if a refresh
   * gets no answer.
   */
  token: () => Promise<string>;
}

let connected: Backend | undefined;

/** Creates the clients. Called once, before the first render. */
export function connect(config: Config): Backend {
  const auth = new GoTrueClient({
    url: `${config.url}/auth/v1`,
    headers: { apikey: config.publishable_key, Authorization: `Bearer ${config.publishable_key}` },
    storageKey: authStorageKey,
    storage: sessionStorageByServerClock(),
    fetch: fetchForAuth,
    autoRefreshToken: true,
    persistSession: true,
    // The sign-in page handles the answers of external providers, which are in the query.
    detectSessionInUrl: ({ searchParams }, answer) =>
      !searchParams.has("error") && Boolean(answer.access_token || answer.error || answer.error_code),
    experimental: { passkey: true },
  });
  // The event of a sign-in in another tab can arrive before its storage entry is visible here.
  let announced: Session | null = null;
  auth.onAuthStateChange((_event, session) => {
    announced = session;
  });
  const token = async () => {
    const { data, error } = await auth.getSession();
    // Without a network the token cannot be refreshed; the request must not be sent as a visitor's.
    if (!data.session && isAuthRetryableFetchError(error)) throw error;
    return (data.session ?? announced)?.access_token ?? config.publishable_key;
  };
  const rest = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: collectable(async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", config.publishable_key);
      try {
        headers.set("Authorization", `Bearer ${await token()}`);
        const sent = deviceNow();
        const answer = noteFailure(await fetch(input, { ...init, headers }));
        learnClock(answer, sent);
        noteResponseStatus(answer.status);
        if (answer.ok) noteWrite(String(input), init?.method);
        return answer;
      } catch (error) {
        noteResponseStatus(0);
        throw error;
      }
    }) as typeof fetch,
    // TanStack Query retries already; a second layer would multiply the attempts.
    retry: false,
  });
  connected = { config, auth, rest, token };
  return connected;
}

/**
 * Too many refreshes from one address, which members may share, end no session: auth-js removes the session after a
 * refusal with 429, but tries again after a 503.
 */
async function fetchForAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sent = deviceNow();
  let answer = await fetch(input, init);
  learnClock(answer, sent);
  if (answer.status === 503)
    answer = await (await import("./wait-for-host.ts")).untilPasswordAdmitted(answer, input, init);
  noteFailure(answer);
  const isRefresh = String(input).includes("grant_type=refresh_token");
  if (answer.status !== 429 || !isRefresh) return answer;
  return new Response(answer.body, { status: 503, headers: answer.headers });
}

/** The clients. Throws before `connect`. */
export function backend(): Backend {
  if (!connected) throw new Error("backend() before connect()");
  return connected;
}
