import * as words from "#words/app";
import { paths } from "../paths.ts";
import { Redirect, useLocation } from "../routing/location.tsx";
import type { PageHistory } from "../routing/page-history.ts";
import { CurrentPage, PageBoundary } from "../routing/routes.tsx";
import { useScrollRestoration } from "../routing/scroll-restoration.ts";
import { mustChangePassword, useSession } from "../session/session-store.ts";
import { lazyOptionalWhenIdle } from "../ui/loading/lazy-optional.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Footer } from "./footer/footer.tsx";
import { Masthead } from "./masthead/masthead.tsx";
import { routes } from "./routes.ts";

const idleParts = () => import("./idle-parts.ts");
const Toaster = lazyOptionalWhenIdle(async () => (await idleParts()).Toaster);
const SecurityBanner = lazyOptionalWhenIdle(async () => (await idleParts()).SecurityBanner);
const DeviceFeatures = lazyOptionalWhenIdle(async () => (await idleParts()).DeviceFeatures);

/** The current page in its layout, or the error page. */
export function App({ history }: { history: PageHistory }) {
  const { key } = useLocation();
  useScrollRestoration(history);
  return (
    <PageBoundary at={key} fallback={(error) => <ErrorPage error={error} />}>
      <Layout />
    </PageBoundary>
  );
}

/** The frame of every page: header, footer, and the parts that load when the browser is idle. The screen for the bar has only these. */
function Layout() {
  const { user, loading } = useSession();
  const userId = user?.id ?? null;
  const { pathname, key } = useLocation();
  if (pathname === paths.screen)
    return (
      <>
        <DeviceFeatures userId={userId} loading={loading} />
        <CurrentPage table={routes} />
      </>
    );
  return (
    <>
      <a className="skip-link" href="#main">
        {words.skipToContent}
      </a>
      <Masthead />
      <DeviceFeatures userId={userId} loading={loading} />
      {mustChangePassword(user) && pathname !== paths.resetPassword && pathname !== paths.emailLink ? (
        // The key repeats the redirect if another navigation, such as the one after a sign-in, replaces it.
        <Redirect key={key} to={paths.resetPassword} />
      ) : (
        <CurrentPage table={routes} />
      )}
      {userId && <SecurityBanner />}
      <Footer isVisitor={!user && !loading} />
      <Toaster />
    </>
  );
}
