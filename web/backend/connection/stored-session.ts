import type { Session } from "@supabase/auth-js";

export const authStorageKey = "scoreline-auth-token";

/**
 * The session in this device's storage, even if its token has expired; null without one. It identifies the player while the
 * host cannot be reached.
 */
export function storedSession(): Session | null {
  try {
    // Only auth-js writes it, and it removes invalid sessions.
    const stored: Session | null = JSON.parse(localStorage.getItem(authStorageKey) ?? "null");
    return stored?.user.id ? stored : null;
  } catch {
    return null;
  }
}
