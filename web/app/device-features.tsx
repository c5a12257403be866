import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useRef } from "react";
import { backend } from "../backend/connection/client.ts";
import { deleteAnswersExcept } from "../backend/offline/answer-cache.ts";
import { seasonQuestions } from "../backend/questions/question-queries.ts";
import { keepFirstReads } from "../backend/requests/keep-first-reads.ts";
import { nextIdleTurn } from "../browser/when-idle.ts";
import { paths } from "../paths.ts";
import { useLocation } from "../routing/location.tsx";
import { lazyOptionalWhenIdle, withRetries } from "../ui/loading/lazy-optional.tsx";
import { ConnectionBanner } from "./banners/connection-banner.tsx";
import { EndedSessionBanner } from "./banners/ended-session-banner.tsx";
import { LiveUpdates } from "./live-updates.tsx";
import { usePrintFooter } from "./print-footer.ts";
import { routes } from "./routes.ts";
import { useServiceWorker } from "./use-service-worker.ts";

const UnsavedPredictionsSender = lazyOptionalWhenIdle(
  async () => (await import("../features/matches/unsaved-predictions-sender.tsx")).UnsavedPredictionsSender,
);

const AgeQuestion = lazyOptionalWhenIdle(
  async () => (await import("../features/club-texts/age-question.tsx")).AgeQuestion,
);

/**
 * What loads when the browser is idle: the service worker, auth-js, live updates, the next pages, the offline data, what an
 * earlier visit could not save, the banners of a lost connection, an ended session and a confirmation that is due, and the footer of
 * printed pages.
 * `loading`: the session is not known yet.
 */
export function DeviceFeatures({ userId, loading }: { userId: string | null; loading: boolean }) {
  useServiceWorker(userId);
  useAuthClient();
  useResetOnPlayerChange(userId);
  useFirstReads(userId, loading);
  useEarlyPages(userId);
  usePrintFooter();
  // After a sign-out or a change of player, the previous player's data is deleted.
  useEffect(() => {
    if (!loading) void deleteAnswersExcept(userId);
  }, [userId, loading]);
  const { pathname } = useLocation();
  const asksForAge = backend().config.notices?.minimum_age !== undefined;
  return (
    <>
      <ConnectionBanner userId={userId} />
      <EndedSessionBanner />
      {/* One key for all: React keeps one child that is gone if siblings have the same. */}
      <Fragment key={userId}>
        {userId && asksForAge && <AgeQuestion userId={userId} />}
        {!loading && <LiveUpdates userId={userId} />}
        {userId && pathname !== paths.matches && pathname !== paths.round && (
          <UnsavedPredictionsSender userId={userId} />
        )}
      </Fragment>
    </>
  );
}

/** Loads auth-js, which refreshes the token in time and follows sign-ins and sign-outs of other tabs. */
function useAuthClient(): void {
  useEffect(() => {
    void nextIdleTurn().then(() => withRetries(backend().auth));
  }, []);
}

interface AskingPage {
  /** Loads what the page shows first at an address with these parameters. */
  ask: (queries: QueryClient, userId: string, parameters: URLSearchParams) => unknown;
}

/** The pages that players open most. */
const pages: Readonly<Record<string, () => Promise<AskingPage>>> = {
  [paths.matches]: () => import("../features/matches/early/early-matches.ts"),
  [paths.leaderboard]: () => import("../features/leaderboard/leaderboard-page.tsx"),
  [paths.home]: () => import("../features/home/home-page.tsx"),
};

/** Stores the reads of the first page after it is drawn, for the next visit. */
function useFirstReads(userId: string | null, loading: boolean): void {
  useEffect(() => {
    if (!loading) void nextIdleTurn().then(() => keepFirstReads(userId));
  }, [userId, loading]);
}

/** Loads the code of two of these pages when the browser is idle, and the data of one when a finger touches its link. */
function useEarlyPages(userId: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    // One after the other, so that a tap is not delayed by both. A failure is ignored: opening the page loads it again.
    for (const path of [paths.matches, paths.leaderboard])
      void nextIdleTurn()
        .then(() => Promise.all([routes.find(path), pages[path]?.()]))
        .catch(() => undefined);
    // Above the matches. Known, they need not be waited for.
    void nextIdleTurn().then(() => queries.prefetchQuery(seasonQuestions(userId)));
    const touch = ({ target }: PointerEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
      if (!link || link.origin !== window.location.origin) return;
      const load = link.pathname === window.location.pathname ? undefined : pages[link.pathname];
      void load?.()
        .then(({ ask }) => ask(queries, userId, new URLSearchParams(link.search)))
        .catch(() => undefined);
    };
    window.addEventListener("pointerdown", touch);
    return () => window.removeEventListener("pointerdown", touch);
  }, [queries, userId]);
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
