import type { ReactNode } from "react";
import { Navigate, type RouteObject } from "react-router";
import * as words from "#words/app";
import { messageFor } from "../backend/connection/error-messages.ts";
import { dashboardTabs, firstTab } from "../features/admin/dashboard/dashboard-tabs.ts";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";
import { useSession } from "../session/session-store.ts";
import { ReasonContext } from "../ui/loading/failure.tsx";

const reasonFor = (error: unknown) => messageFor(error, "admin");

/** Errors on these pages have the words for admins. */
const guarded = (guard: ReactNode) => <ReasonContext value={reasonFor}>{guard}</ReasonContext>;

/** The dashboard without a tab opens the first one that the admin or helper may see. */
function FirstTab() {
  const { roles } = useSession();
  return <Navigate to={firstTab(roles)?.path ?? ""} replace />;
}

/** The routes that only admins and helpers use. Each page and each tab is a separate chunk. */
export const adminRoutes: RouteObject[] = [
  {
    element: guarded(<RouteGuard />),
    children: [
      {
        path: paths.manageMatches,
        handle: { title: words.manageMatches },
        lazy: () => import("../features/admin/matches/matches/manage-matches-page.tsx"),
      },
      {
        path: paths.enterResults,
        handle: { title: words.enterResults },
        lazy: () => import("../features/admin/matches/results/enter-results-page.tsx"),
      },
      {
        path: paths.dashboard,
        handle: { title: words.dashboard },
        lazy: () => import("../features/admin/dashboard/dashboard-page.tsx"),
        children: [
          { index: true, element: <FirstTab /> },
          ...dashboardTabs.map(({ path, label, lazy }) => ({
            path,
            handle: { title: label },
            lazy,
          })),
        ],
      },
    ],
  },
  {
    element: guarded(<RouteGuard helpers={[]} />),
    children: [
      {
        path: paths.subscriptionArchives,
        handle: { title: words.subscriptionArchives },
        lazy: () => import("../features/admin/money/subscription-archives/subscription-archives-page.tsx"),
      },
      {
        path: paths.subscriptionArchive,
        handle: { title: words.subscriptionArchive },
        lazy: () => import("../features/admin/money/subscription-archives/subscription-archive-page.tsx"),
      },
    ],
  },
  {
    element: guarded(<RouteGuard helpers={["results"]} />),
    children: [
      {
        path: paths.liveScores,
        handle: { title: words.liveScores },
        lazy: () => import("../features/admin/matches/live-scores/live-scores-page.tsx"),
      },
    ],
  },
];
