import { lazy, Suspense, useEffect, useRef } from "react";
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { backend } from "../backend/client.ts";
import { useSession } from "../session/session-store.ts";
import { Masthead } from "./masthead.tsx";
import { useWarmPages } from "./use-warm-pages.ts";

const Toaster = lazy(() => import("../ui/toaster.tsx").then(({ Toaster }) => ({ default: Toaster })));
const LiveResults = lazy(() =>
  import("./live-results.tsx").then(({ LiveResults }) => ({ default: LiveResults })),
);

/** What every page has around it. */
export function Layout() {
  const { user } = useSession();
  useTitleAndFocus();
  useWarmPages(user !== null);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Masthead />
      <Outlet />
      <footer className="foot">
        <div className="wrap">
          {backend().config.brand}. Three points for the exact score, one for the right outcome.
        </div>
      </footer>
      <ScrollRestoration getKey={scrollKey} />
      <Suspense fallback={null}>
        <Toaster />
        {user && <LiveResults />}
      </Suspense>
    </>
  );
}

/** The bar and an empty page, while the first page's code arrives. */
export function LayoutFallback() {
  return (
    <>
      <Masthead />
      <main className="page wrap" aria-busy="true" />
    </>
  );
}

/** A page that is opened afresh has no history of its own: its place is remembered under its path. */
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

  useEffect(() => {
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
