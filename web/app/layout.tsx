import { type Location, Navigate, Outlet, ScrollRestoration, useLocation } from "react-router";
import * as words from "#words/app";
import { paths } from "../paths.ts";
import { mustChangePassword, useSession } from "../session/session-store.ts";
import { lazyOptionalWhenIdle } from "../ui/loading/lazy-optional.tsx";
import { Footer } from "./footer/footer.tsx";
import { Masthead } from "./masthead/masthead.tsx";

const idleParts = () => import("./idle-parts.ts");
const Toaster = lazyOptionalWhenIdle(async () => (await idleParts()).Toaster);
const SecurityBanner = lazyOptionalWhenIdle(async () => (await idleParts()).SecurityBanner);
const DeviceFeatures = lazyOptionalWhenIdle(async () => (await idleParts()).DeviceFeatures);

/** The frame of every page: header, footer, and the parts that load when the browser is idle. */
export function Layout() {
  const { user, loading } = useSession();
  const userId = user?.id ?? null;
  const { pathname, key } = useLocation();
  return (
    <>
      <a className="skip-link" href="#main">
        {words.skipToContent}
      </a>
      <Masthead />
      <DeviceFeatures userId={userId} loading={loading} />
      {mustChangePassword(user) && pathname !== paths.resetPassword && pathname !== paths.emailLink ? (
        // The key repeats the redirect if another navigation, such as the one after a sign-in, replaces it.
        <Navigate key={key} to={paths.resetPassword} replace />
      ) : (
        <Outlet />
      )}
      {userId && <SecurityBanner />}
      <Footer isVisitor={!user && !loading} />
      <ScrollRestoration getKey={scrollKey} />
      <Toaster />
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
