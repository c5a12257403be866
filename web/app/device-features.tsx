import { useEffect } from "react";
import { deleteAnswersExcept } from "../backend/offline/answer-cache.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { useServiceWorker } from "./use-service-worker.ts";

/** What the device adds to the page: a start without a network, what was last seen, push. `loading`: who is here is not known yet. */
export function DeviceFeatures({ userId, loading }: { userId: string | null; loading: boolean }) {
  useServiceWorker(userId);
  useEffect(() => {
    // The folded menu is not needed for the first paint, and should be there when it is asked for.
    import("./masthead/masthead-menu.tsx").catch(() => undefined);
  }, []);
  // However a session ends or changes hands, nothing of the player before stays.
  useEffect(() => {
    if (!loading) void deleteAnswersExcept(userId);
  }, [userId, loading]);
  return <ConnectionBanner />;
}
