import {
  type AuthChangeEvent,
  GoTrueClient,
  isAuthRetryableFetchError,
  type Session,
} from "@supabase/auth-js";
import { limitRequests } from "../requests/limited-fetch.ts";
import { BAD_GATEWAY } from "../requests/service-answer.ts";
import { serviceFetch } from "../requests/service-fetch.ts";
import type { Config } from "./config.ts";
import type { DeviceStorage } from "./session-storage.ts";
import { authStorageKey } from "./stored-session.ts";

/* The only file that imports auth-js. It is imported dynamically, so that auth-js loads after the first page and in one file. */

/** The page's client of the auth service. `notify` receives every event of auth-js. From now on requests have limits. */
export function createAuthClient(
  config: Config,
  storage: DeviceStorage,
  notify: (event: AuthChangeEvent, session: Session | null) => void,
): GoTrueClient {
  limitRequests();
  const auth = new GoTrueClient({
    url: `${config.url}/auth/v1`,
    headers: { apikey: config.publishable_key, Authorization: `Bearer ${config.publishable_key}` },
    storageKey: authStorageKey,
    storage,
    fetch: fetchForAuth,
    autoRefreshToken: true,
    persistSession: true,
    // The sign-in page handles the answers of external providers, which are in the query.
    detectSessionInUrl: ({ searchParams }, answer) =>
      !searchParams.has("error") && Boolean(answer.access_token || answer.error || answer.error_code),
    experimental: { passkey: true },
  });
  auth.onAuthStateChange(notify);
  return auth;
}

/**
 * A client with PKCE for one sign-in with a provider, whose code only this tab can exchange. The page's own client has no
 * PKCE, because its email links must open on other devices too. `storageKey`: where the tab keeps the code verifier.
 */
export function createProviderClient(config: Config, storageKey: string): GoTrueClient {
  return new GoTrueClient({
    url: `${config.url}/auth/v1`,
    headers: { apikey: config.publishable_key, Authorization: `Bearer ${config.publishable_key}` },
    flowType: "pkce",
    storage: sessionStorage,
    storageKey,
    fetch: fetchForAuth,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/** The session, refreshed if its token has expired; null without one. Throws if a refresh gets no answer. */
export async function refreshedSession(auth: GoTrueClient): Promise<Session | null> {
  const { data, error } = await auth.getSession();
  if (!data.session && isAuthRetryableFetchError(error)) throw error;
  return data.session;
}

/**
 * Too many refreshes from one address, which members may share, end no session: auth-js removes the session after a
 * refusal with 429, but tries again after a 503.
 */
async function fetchForAuth(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let answer = await serviceFetch(input, init);
  if (answer.status === 503)
    answer = await (await import("./wait-for-host.ts")).untilPasswordAdmitted(answer, input, init);
  const isRefresh = String(input).includes("grant_type=refresh_token");
  if (answer.status === 429 && isRefresh)
    return new Response(answer.body, { status: 503, headers: answer.headers });
  const hasSession = async () =>
    "access_token" in
    Object(
      await answer
        .clone()
        .json()
        .catch(() => null),
    );
  // auth-js takes a success without a session for the end of the session.
  return isRefresh && answer.ok && !(await hasSession())
    ? new Response(null, { status: BAD_GATEWAY })
    : answer;
}
