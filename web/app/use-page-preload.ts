import { useEffect } from "react";
import { whenIdle } from "../browser/when-idle.ts";

/** Loads the code of the two pages that players open most, when the browser is idle. */
export function usePagePreload(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    // One after the other, so that a tap is not delayed by both. A failure is ignored: opening the page loads it again.
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
