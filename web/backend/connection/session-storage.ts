import type { Session } from "@supabase/auth-js";
import { deviceNow, deviceTimeOf } from "./server-clock.ts";
import { authStorageKey } from "./stored-session.ts";

/**
 * A token that arrived this recently is not refreshed again, whatever the clocks say: what reacts to a refreshed token
 * asks for the token, and must not cause the next refresh.
 */
const justArrived = 30_000;
/** The time before its end at which auth-js refreshes a token. */
const refreshMargin = 90_000;
/** A little longer than that. */
const beyondMargin = 180_000;

/** What auth-js needs of a storage. */
export type DeviceStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * The device's storage for auth-js, which judges by the device's clock whether a token has expired. It reads the end of
 * the session translated to that clock; the storage has the end by the server's clock.
 */
export function sessionStorageByServerClock(): DeviceStorage {
  const storage = localStorage;
  let arrived: { token: string; at: number } | undefined;
  return {
    getItem(key) {
      const text = storage.getItem(key);
      const session = key === authStorageKey ? sessionIn(text) : null;
      if (!session?.expires_at) return text;
      let end = deviceTimeOf(session.expires_at * 1_000);
      if (arrived?.token === session.access_token && performance.now() - arrived.at < justArrived)
        end = Math.max(end, deviceNow() + beyondMargin);
      return JSON.stringify({ ...session, expires_at: Math.floor(end / 1_000) });
    },
    setItem(key, text) {
      const session = key === authStorageKey ? sessionIn(text) : null;
      if (!session) return storage.setItem(key, text);
      const stored = sessionIn(storage.getItem(key));
      // auth-js also saves the session that it has read, for example with a changed user.
      const isNew = stored?.access_token !== session.access_token;
      if (isNew) arrived = { token: session.access_token, at: performance.now() };
      const expires_at = isNew ? session.expires_at : stored?.expires_at;
      storage.setItem(key, JSON.stringify({ ...session, expires_at }));
    },
    removeItem(key) {
      storage.removeItem(key);
    },
  };
}

/**
 * The stored session if its token can be used as it is; null without a session; undefined if auth-js has to refresh the
 * token or repair the entry. `storage`: of `sessionStorageByServerClock`.
 */
export function usableSession(storage: DeviceStorage): Session | null | undefined {
  const text = storage.getItem(authStorageKey);
  if (text === null) return null;
  const session = sessionIn(text);
  if (!session?.user?.id || !session.access_token || !session.expires_at) return undefined;
  return session.expires_at * 1_000 - deviceNow() > refreshMargin ? session : undefined;
}

function sessionIn(text: string | null): Session | null {
  try {
    return text ? (JSON.parse(text) as Session) : null;
  } catch {
    return null;
  }
}
