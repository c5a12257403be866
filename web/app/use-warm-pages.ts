import { useEffect } from "react";

/** Fetches the code of the two pages that a player opens next, once the browser has nothing better to do. */
export function useWarmPages(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    const warm = () => {
      // A failure means nothing yet: whoever opens the page asks again.
      import("../features/matches/matches-page.tsx").catch(() => undefined);
      import("../features/leaderboard/leaderboard-page.tsx").catch(() => undefined);
    };
    // Safari has no idle callback yet.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(warm, 1_500);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(warm, { timeout: 4_000 });
    return () => window.cancelIdleCallback(handle);
  }, [signedIn]);
}
