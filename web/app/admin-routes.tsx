import type { ReactNode } from "react";
import { Navigate, type RouteObject } from "react-router";
import { messageFor } from "../backend/connection/error-messages.ts";
import { dashboardTabs, systemTabs } from "../features/admin/dashboard/dashboard-tabs.ts";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";
import { ReasonContext } from "../ui/loading/failure.tsx";

const reasonFor = (error: unknown) => messageFor(error, "admin");

/** Errors on these pages have the words for admins. */
const guarded = (guard: ReactNode) => <ReasonContext value={reasonFor}>{guard}</ReasonContext>;

/** The routes that only admins use. Each page and each tab is a separate chunk. */
export const adminRoutes: RouteObject[] = [
  {
    element: guarded(<RouteGuard />),
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
    element: guarded(<RouteGuard adminOnly />),
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
