import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { noteResponseStatus } from "../offline/reachability.ts";
import { included } from "../requests/included.ts";
import { joiningReads } from "../requests/joined-reads.ts";
import { takeMarks } from "../requests/marks.ts";
import { later, serviceFetch } from "../requests/service-fetch.ts";
import type { Database } from "../types/database.ts";
import type { Config } from "./config.ts";
import { sessionStorageByServerClock, usableSession } from "./session-storage.ts";
import { storedSession } from "./stored-session.ts";

/** The part of supabase-js that every screen needs. Auth, realtime, storage and functions load with their first use. */
export interface Backend {
  config: Config;
  rest: PostgrestClient<Database>;
  /** The client of the auth service, whose code loads with the first call. Rejects if that fails; another call tries again. */
  auth: () => Promise<GoTrueClient>;
  /**
   * The session if the device knows it without the auth service: null for a visitor, undefined if a token has to be
   * refreshed or the address contains the answer of the auth service.
   */
  knownSession: () => Session | null | undefined;
  /** The caller's session, refreshed when its token has expired; null for a visitor. Throws if a refresh gets no answer. */
  session: () => Promise<Session | null>;
  /** The access token of `session`; the publishable key for a visitor. */
  token: () => Promise<string>;
}

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;

let connected: Backend | undefined;
const listeners = new Set<AuthListener>();

/** Creates the clients. Called once, before the first render. */
export function connect(config: Config): Backend {
  const storage = sessionStorageByServerClock();
  let code: Promise<typeof import("./auth-client.ts")> | undefined;
  let client: GoTrueClient | undefined;
  // The event of a sign-in in another tab can arrive before its storage entry is visible here.
  let announced: Session | null = null;
  const loadCode = () => {
    code ??= import("./auth-client.ts").catch((error: unknown) => {
      code = undefined;
      throw error;
    });
    return code;
  };
  const auth = async () => {
    const { createAuthClient } = await loadCode();
    client ??= createAuthClient(config, storage, (event, session) => {
      announced = session;
      for (const listener of listeners) listener(event, session);
    });
    return client;
  };
  const hasAnswer = hasAuthAnswer(window.location);
  const knownSession = () => (client || hasAnswer ? undefined : usableSession(storage));
  const session = async () => {
    const known = knownSession();
    if (known !== undefined) return known;
    const { refreshedSession } = await loadCode();
    return (await refreshedSession(await auth())) ?? announced;
  };
  const token = async () => (await session())?.access_token ?? config.publishable_key;
  const rest = new PostgrestClient<Database>(`${config.url}/rest/v1`, {
    fetch: joiningReads(
      async (input, init) => {
        const headers = new Headers(init?.headers);
        const { changed } = takeMarks(headers);
        headers.set("apikey", config.publishable_key);
        try {
          headers.set("Authorization", `Bearer ${await token()}`);
          const answer = await serviceFetch(input, { ...init, headers, isOwnWrite: changed !== null });
          included.add(answer.headers.get("x-included"));
          noteResponseStatus(answer.status);
          if (answer.ok && changed !== null) later.noteWrite?.(changed);
          return answer;
        } catch (error) {
          noteResponseStatus(0);
          throw error;
        }
      },
      () => storedSession() !== null,
    ) as typeof fetch,
    // TanStack Query retries already; a second layer would multiply the attempts.
    retry: false,
  });
  connected = { config, rest, auth, knownSession, session, token };
  return connected;
}

/** Calls the listener with the events of auth-js, from its start on, without loading it. Returns the unsubscribing function. */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the address contains a session or an error of the auth service, which auth-js reads. */
function hasAuthAnswer({ search, hash }: Location): boolean {
  return [search, hash.replace(/^#/, "")].some((parameters) => {
    const found = new URLSearchParams(parameters);
    return ["access_token", "error", "error_code"].some((name) => found.has(name));
  });
}

/** The clients. Throws before `connect`. */
export function backend(): Backend {
  // not a text: for developers
  if (!connected) throw new Error("backend() before connect()");
  return connected;
}
