import { useEffect } from "react";
import { deleteAnswersExcept } from "../backend/offline/answer-cache.ts";
import { ConnectionBanner } from "./connection-banner.tsx";
import { EndedSessionBanner } from "./ended-session-banner.tsx";
import { usePrintFooter } from "./print-footer.ts";
import { useServiceWorker } from "./use-service-worker.ts";

/**
 * The service worker, the offline data, the banners of a lost connection and an ended session, and the footer of printed pages. A separate file,
 * because it loads when the browser is idle. `loading`: the session is not known yet.
 */
export function DeviceFeatures({ userId, loading }: { userId: string | null; loading: boolean }) {
  useServiceWorker(userId);
  usePrintFooter();
  // After a sign-out or a change of player, the previous player's data is deleted.
  useEffect(() => {
    if (!loading) void deleteAnswersExcept(userId);
  }, [userId, loading]);
  return (
    <>
      <ConnectionBanner userId={userId} />
      <EndedSessionBanner />
    </>
  );
}
