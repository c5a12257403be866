import { useEffect } from "react";
import { whenIdle } from "../browser/when-idle.ts";

/** Fetches the code of the two pages that a player opens next, once the browser has nothing better to do. */
export function usePagePreload(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    // One after the other, so that a thumb does not wait for both. A failure means nothing yet: whoever opens the page
    // asks again.
    const pages = [
      () => import("../features/matches/matches-page.tsx"),
      () => import("../features/leaderboard/leaderboard-page.tsx"),
    ];
    const cancels = pages.map((fetchPage) => whenIdle(() => void fetchPage().catch(() => undefined)));
    return () => {
      for (const cancel of cancels) cancel();
    };
  }, [signedIn]);
}
