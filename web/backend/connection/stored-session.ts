import type { Session } from "@supabase/auth-js";

export const authStorageKey = "scoreline-auth-token";

/**
 * The session as it lies on this device, whether or not its token is still good; null when nobody is signed in here. It
 * says who is at home while the server cannot be asked.
 */
export function storedSession(): Session | null {
  try {
    // Written by auth-js alone, which removes what is no session.
    const stored: Session | null = JSON.parse(localStorage.getItem(authStorageKey) ?? "null");
    return stored?.user.id ? stored : null;
  } catch {
    return null;
  }
}
