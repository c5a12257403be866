import type { ReactNode } from "react";
import * as words from "#words/app";
import { messageFor } from "../backend/connection/error-messages.ts";
import { dashboardTabs, firstTab } from "../features/admin/dashboard/dashboard-tabs.ts";
import { dashboardTabPath, paths } from "../paths.ts";
import { Redirect } from "../routing/location.tsx";
import type { Route } from "../routing/routes.tsx";
import type { HelperRole } from "../session/roles.ts";
import { RouteGuard } from "../session/route-guard.tsx";
import { useSession } from "../session/session-store.ts";
import { ReasonContext } from "../ui/loading/failure.tsx";

const reasonFor = (error: unknown) => messageFor(error, "admin");

/** Pages for admins and for helpers with these roles; without `helpers`, each page decides. Their errors have the words for admins. */
function guardFor(helpers?: readonly HelperRole[]) {
  return function Guard({ children }: { children: ReactNode }) {
    return (
      <ReasonContext value={reasonFor}>
        <RouteGuard {...(helpers ? { helpers } : {})}>{children}</RouteGuard>
      </ReasonContext>
    );
  };
}

/** The dashboard without a tab opens the first one that the admin or helper may see. */
function FirstTab() {
  const { roles } = useSession();
  const tab = firstTab(roles);
  return tab && <Redirect to={dashboardTabPath(tab.path)} />;
}

/** A page inside the dashboard's layout. */
async function onDashboard<T extends object>(tab: T | Promise<T>) {
  const [page, { DashboardPage }] = await Promise.all([
    tab,
    import("../features/admin/dashboard/dashboard-page.tsx"),
  ]);
  return { ...page, Layout: DashboardPage };
}

const anyHelper = guardFor();
const adminsOnly = guardFor([]);
const resultHelpers = guardFor(["results"]);

/** The routes that only admins and helpers use. Each page and each tab is a separate chunk. */
export const adminRoutes: Route[] = [
  {
    path: paths.manageMatches,
    title: words.manageMatches,
    guard: anyHelper,
    load: () => import("../features/admin/matches/matches/manage-matches-page.tsx"),
  },
  {
    path: paths.enterResults,
    title: words.enterResults,
    guard: anyHelper,
    load: () => import("../features/admin/matches/results/enter-results-page.tsx"),
  },
  {
    path: paths.dashboard,
    title: words.dashboard,
    guard: anyHelper,
    load: () => onDashboard({ Component: FirstTab }),
  },
  ...dashboardTabs.map(({ path, label, load }) => ({
    path: dashboardTabPath(path),
    title: label,
    guard: anyHelper,
    load: () => onDashboard(load()),
  })),
  {
    path: paths.subscriptionArchives,
    title: words.subscriptionArchives,
    guard: adminsOnly,
    load: () => import("../features/admin/money/subscription-archives/subscription-archives-page.tsx"),
  },
  {
    path: paths.subscriptionArchive,
    title: words.subscriptionArchive,
    guard: adminsOnly,
    load: () => import("../features/admin/money/subscription-archives/subscription-archive-page.tsx"),
  },
  {
    path: paths.liveScores,
    title: words.liveScores,
    guard: resultHelpers,
    load: () => import("../features/admin/matches/live-scores/live-scores-page.tsx"),
  },
];
