import { useEffect, useLayoutEffect, useRef } from "react";
import { Link, type Location, Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { backend } from "../backend/connection/client.ts";
import { hasUnsavedPredictions } from "../features/matches/saving/unsaved-predictions.ts";
import { paths } from "../paths.ts";
import { useSession } from "../session/session-store.ts";
import { lazyOptional, lazyOptionalWhenIdle } from "../ui/loading/lazy-optional.tsx";
import { Masthead } from "./masthead/masthead.tsx";
import { usePagePreload } from "./use-page-preload.ts";
import { useResetOnPlayerChange } from "./use-reset-on-player-change.ts";

const Toaster = lazyOptionalWhenIdle(async () => (await import("../ui/overlays/toaster.tsx")).Toaster);
const UnsavedPredictionsSender = lazyOptional(
  async () => (await import("../features/matches/unsaved-predictions-sender.tsx")).UnsavedPredictionsSender,
);
const SecurityBanner = lazyOptionalWhenIdle(
  async () => (await import("./security-banner.tsx")).SecurityBanner,
);
const DeviceFeatures = lazyOptionalWhenIdle(
  async () => (await import("./device-features.tsx")).DeviceFeatures,
);
const LiveUpdates = lazyOptionalWhenIdle(async () => (await import("./live-updates.tsx")).LiveUpdates);

/** The frame of every page: header, footer, and the parts that load when the browser is idle. */
export function Layout() {
  const { user, loading } = useSession();
  const userId = user?.id ?? null;
  const { pathname } = useLocation();
  useTitleAndFocus();
  usePagePreload(user !== null);
  useResetOnPlayerChange(userId);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Masthead />
      <DeviceFeatures userId={userId} loading={loading} />
      <Outlet />
      <footer className="foot">
        <div className="wrap">
          <span>{backend().config.brand}. Three points for the exact score, one for the right outcome.</span>
          {!user && !loading && <Link to={paths.archives}>Leaderboard Archives</Link>}
        </div>
      </footer>
      <ScrollRestoration getKey={scrollKey} />
      <Toaster />
      {userId && pathname !== paths.matches && hasUnsavedPredictions(userId) && (
        <UnsavedPredictionsSender key={`unsaved ${userId}`} userId={userId} />
      )}
      {!loading && <LiveUpdates key={userId} userId={userId} />}
      <SecurityBanner />
    </>
  );
}

/** The header and an empty page, while the code of the first page loads. */
export function LayoutFallback() {
  return (
    <>
      <Masthead />
      <main className="page wrap" aria-busy="true" />
    </>
  );
}

/** The first page of a visit has no history entry, so its scroll position is stored under its path. */
function scrollKey({ key, pathname }: Location): string {
  return key === "default" ? pathname : key;
}

/** Each route names its title in the route table. A change of page moves the focus to its content. */
function useTitleAndFocus(): void {
  const { pathname } = useLocation();
  const title = useMatches()
    .map(({ handle }) => titleIn(handle))
    .findLast((found) => found !== null);
  const shown = useRef(pathname);

  // Runs before the effects of the page, which may set a more specific title.
  useLayoutEffect(() => {
    const { brand } = backend().config;
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}

function titleIn(handle: unknown): string | null {
  if (typeof handle !== "object" || handle === null || !("title" in handle)) return null;
  return typeof handle.title === "string" ? handle.title : null;
}
