import { useEffect } from "react";
import { forgetAnswersBut } from "../backend/offline/answer-cache.ts";
import { AwayStrip } from "./connection-banner.tsx";
import { useInstalled } from "./use-service-worker.ts";

/** What the device adds to the page: a start without a network, what was last seen, push. `loading`: who is here is not known yet. */
export function OnThisDevice({ userId, loading }: { userId: string | null; loading: boolean }) {
  useInstalled(userId);
  useEffect(() => {
    // The folded menu is not needed for the first paint, and should be there when it is asked for.
    import("./masthead-menu.tsx").catch(() => undefined);
  }, []);
  // However a session ends or changes hands, nothing of the player before stays.
  useEffect(() => {
    if (!loading) void forgetAnswersBut(userId);
  }, [userId, loading]);
  return <AwayStrip />;
}
