import { useEffect } from "react";
import { useLocation, useNavigate } from "../../routing/location.tsx";
import { useSession } from "../session-store.ts";
import { forgetReturnPath, rememberReturnPath, returnPath } from "./return-path.ts";

/**
 * For a page to which a visitor returns after sign-in: remembers its address for a visitor, and forgets any once a member is
 * here. `afterSignOut`: also for a visitor who has signed out on it.
 */
export function useReturnHere({ afterSignOut }: { afterSignOut: boolean }): void {
  const { loading, user, hasSignedOut } = useSession();
  const { pathname, search, hash } = useLocation();
  const visitor = user === null;
  useEffect(() => {
    if (loading) return;
    if (!visitor) forgetReturnPath();
    else if (afterSignOut || !hasSignedOut) rememberReturnPath(`${pathname}${search}${hash}`);
  }, [loading, visitor, hasSignedOut, afterSignOut, pathname, search, hash]);
}

/** On Home: opens the remembered page once the player is signed in, which may be late or happen in another tab. */
export function useReturnAfterSignIn(): void {
  const signedIn = useSession().user !== null;
  const navigate = useNavigate();
  useEffect(() => {
    const path = signedIn ? returnPath() : null;
    if (!path) return;
    forgetReturnPath();
    navigate(path, { replace: true });
  }, [signedIn, navigate]);
}
