import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { backend } from "../backend/connection/client.ts";
import { deleteAnswersExcept } from "../backend/offline/answer-cache.ts";
import { nextIdleTurn } from "../browser/when-idle.ts";
import { paths } from "../paths.ts";
import { lazyOptionalWhenIdle, withRetries } from "../ui/loading/lazy-optional.tsx";
import { ConnectionBanner } from "./banners/connection-banner.tsx";
import { EndedSessionBanner } from "./banners/ended-session-banner.tsx";
import { LiveUpdates } from "./live-updates.tsx";
import { usePrintFooter } from "./print-footer.ts";
import { useServiceWorker } from "./use-service-worker.ts";

const UnsavedPredictionsSender = lazyOptionalWhenIdle(
  async () => (await import("../features/matches/unsaved-predictions-sender.tsx")).UnsavedPredictionsSender,
);

/**
 * What loads when the browser is idle: the service worker, auth-js, live updates, the next pages, the offline data, what an
 * earlier visit could not save, the banners of a lost connection and an ended session, and the footer of printed pages.
 * `loading`: the session is not known yet.
 */
export function DeviceFeatures({ userId, loading }: { userId: string | null; loading: boolean }) {
  useServiceWorker(userId);
  useAuthClient();
  useResetOnPlayerChange(userId);
  usePagePreload(userId !== null);
  usePrintFooter();
  // After a sign-out or a change of player, the previous player's data is deleted.
  useEffect(() => {
    if (!loading) void deleteAnswersExcept(userId);
  }, [userId, loading]);
  const { pathname } = useLocation();
  return (
    <>
      <ConnectionBanner userId={userId} />
      <EndedSessionBanner />
      {!loading && <LiveUpdates key={userId} userId={userId} />}
      {userId && pathname !== paths.matches && pathname !== paths.round && (
        <UnsavedPredictionsSender key={userId} userId={userId} />
      )}
    </>
  );
}

/** Loads auth-js, which refreshes the token in time and follows sign-ins and sign-outs of other tabs. */
function useAuthClient(): void {
  useEffect(() => {
    void nextIdleTurn().then(() => withRetries(backend().auth));
  }, []);
}

/** Loads the code of the two pages that players open most, when the browser is idle. */
function usePagePreload(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    // One after the other, so that a tap is not delayed by both. A failure is ignored: opening the page loads it again.
    const pages: (() => Promise<unknown>)[] = [
      () => import("../features/matches/matches-page.tsx"),
      () => import("../features/leaderboard/leaderboard-page.tsx"),
    ];
    for (const fetchPage of pages)
      void nextIdleTurn()
        .then(fetchPage)
        .catch(() => undefined);
  }, [signedIn]);
}

/** After a sign-out or a change of player, removes the previous player's data from the query cache. */
function useResetOnPlayerChange(userId: string | null): void {
  const queries = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== null && before.current !== userId) void queries.resetQueries();
    before.current = userId;
  }, [queries, userId]);
}
