import { Navigate, type RouteObject } from "react-router";
import { dashboardTabs, systemTabs } from "../features/admin/dashboard/dashboard-tabs.ts";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";

/** The routes that only admins use. Each page and each tab is a separate chunk. */
export const adminRoutes: RouteObject[] = [
  {
    element: <RouteGuard />,
    children: [
      {
        path: paths.manageMatches,
        handle: { title: "Manage Matches" },
        lazy: () => import("../features/admin/matches/matches/manage-matches-page.tsx"),
      },
      {
        path: paths.enterResults,
        handle: { title: "Enter results" },
        lazy: () => import("../features/admin/matches/results/enter-results-page.tsx"),
      },
      {
        path: paths.dashboard,
        handle: { title: "Dashboard" },
        lazy: () => import("../features/admin/dashboard/dashboard-page.tsx"),
        children: [
          { index: true, element: <Navigate to={dashboardTabs[0].path} replace /> },
          ...[...dashboardTabs, ...systemTabs].map(({ path, label, lazy }) => ({
            path,
            handle: { title: label },
            lazy,
          })),
        ],
      },
    ],
  },
  {
    element: <RouteGuard adminOnly />,
    children: [
      {
        path: paths.subscriptionArchives,
        handle: { title: "Subscription Archives" },
        lazy: () => import("../features/admin/money/subscription-archives/subscription-archives-page.tsx"),
      },
      {
        path: paths.subscriptionArchive,
        handle: { title: "Subscription archive" },
        lazy: () => import("../features/admin/money/subscription-archives/subscription-archive-page.tsx"),
      },
      {
        path: paths.liveScores,
        handle: { title: "Live Scores" },
        lazy: () => import("../features/admin/matches/live-scores/live-scores-page.tsx"),
      },
    ],
  },
];
