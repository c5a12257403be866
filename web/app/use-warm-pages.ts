import { useEffect } from "react";
import { whenIdle } from "../ui/when-idle.ts";

/** Fetches the code of the two pages that a player opens next, once the browser has nothing better to do. */
export function useWarmPages(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    return whenIdle(() => {
      // A failure means nothing yet: whoever opens the page asks again.
      import("../features/matches/matches-page.tsx").catch(() => undefined);
      import("../features/leaderboard/leaderboard-page.tsx").catch(() => undefined);
    });
  }, [signedIn]);
}
