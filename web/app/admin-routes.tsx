import { Navigate, type RouteObject } from "react-router";
import { RouteGuard } from "../session/route-guard.tsx";

/** What admins have beyond a player's pages. Each panel is a chunk of its own. */
export const adminRoutes: RouteObject[] = [
  {
    element: <RouteGuard />,
    children: [
      {
        path: "manage-matches",
        handle: { title: "Manage Matches" },
        lazy: async () => ({
          Component: (await import("../features/admin/matches/manage-matches-page.tsx")).ManageMatchesPage,
        }),
      },
      {
        path: "admin-dashboard",
        handle: { title: "Dashboard" },
        lazy: async () => ({
          Component: (await import("../features/admin/dashboard/dashboard-page.tsx")).DashboardPage,
        }),
        children: [
          { index: true, element: <Navigate to="overview" replace /> },
          {
            path: "codes",
            handle: { title: "Codes" },
            lazy: async () => ({
              Component: (await import("../features/admin/codes/codes-panel.tsx")).CodesPanel,
            }),
          },
          {
            path: "overview",
            handle: { title: "Overview" },
            lazy: async () => ({
              Component: (await import("../features/admin/overview/overview-panel.tsx")).OverviewPanel,
            }),
          },
          {
            path: "users",
            handle: { title: "Users" },
            lazy: async () => ({
              Component: (await import("../features/admin/users/users-panel.tsx")).UsersPanel,
            }),
          },
          {
            path: "predictions",
            handle: { title: "Predictions" },
            lazy: async () => ({
              Component: (await import("../features/admin/predictions/predictions-panel.tsx"))
                .PredictionsPanel,
            }),
          },
          {
            path: "management",
            handle: { title: "Management" },
            lazy: async () => ({
              Component: (await import("../features/admin/management/management-panel.tsx")).ManagementPanel,
            }),
          },
          {
            path: "matches",
            handle: { title: "Matches" },
            lazy: async () => ({
              Component: (await import("../features/admin/matches/matches-tab.tsx")).MatchesTab,
            }),
          },
          {
            path: "notifications",
            handle: { title: "Notifications" },
            lazy: async () => ({
              Component: (await import("../features/admin/notifications/notifications-panel.tsx"))
                .NotificationsPanel,
            }),
          },
          {
            path: "api-settings",
            handle: { title: "API Settings" },
            lazy: async () => ({
              Component: (await import("../features/admin/api-settings/api-settings-panel.tsx"))
                .ApiSettingsPanel,
            }),
          },
          {
            path: "news",
            handle: { title: "News" },
            lazy: async () => ({
              Component: (await import("../features/admin/news/news-panel.tsx")).NewsPanel,
            }),
          },
          {
            path: "teams",
            handle: { title: "Teams" },
            lazy: async () => ({
              Component: (await import("../features/admin/teams/teams-panel.tsx")).TeamsPanel,
            }),
          },
          {
            path: "leaderboard-archives",
            handle: { title: "Leaderboard Archives" },
            lazy: async () => ({
              Component: (await import("../features/admin/leaderboard-archives/archives-panel.tsx"))
                .ArchivesPanel,
            }),
          },
          {
            path: "subscription-archives",
            handle: { title: "Subscription Archives" },
            lazy: async () => ({
              Component: (
                await import("../features/admin/subscription-archives/subscription-archives-tab.tsx")
              ).SubscriptionArchivesTab,
            }),
          },
          {
            path: "audit-log",
            handle: { title: "Audit log" },
            lazy: async () => ({
              Component: (await import("../features/admin/audit/audit-panel.tsx")).AuditPanel,
            }),
          },
          {
            path: "scheduled-work",
            handle: { title: "Scheduled work" },
            lazy: async () => ({
              Component: (await import("../features/admin/scheduled-work/scheduled-work-panel.tsx"))
                .ScheduledWorkPanel,
            }),
          },
          {
            path: "home-settings",
            handle: { title: "Home Settings" },
            lazy: async () => ({
              Component: (await import("../features/admin/home-settings/home-settings-panel.tsx"))
                .HomeSettingsPanel,
            }),
          },
          {
            path: "custom-countdown",
            handle: { title: "Custom Countdown" },
            lazy: async () => ({
              Component: (await import("../features/admin/countdown/countdown-panel.tsx")).CountdownPanel,
            }),
          },
        ],
      },
    ],
  },
  {
    element: <RouteGuard adminOnly />,
    children: [
      {
        path: "subscription-archives",
        handle: { title: "Subscription Archives" },
        lazy: async () => ({
          Component: (await import("../features/admin/subscription-archives/subscription-archives-page.tsx"))
            .SubscriptionArchivesPage,
        }),
      },
      {
        path: "subscription-archives/:id",
        handle: { title: "Subscription archive" },
        lazy: async () => ({
          Component: (await import("../features/admin/subscription-archives/subscription-archive-page.tsx"))
            .SubscriptionArchivePage,
        }),
      },
      {
        path: "live-scores",
        handle: { title: "Live Scores" },
        lazy: async () => ({
          Component: (await import("../features/live-scores/live-scores-page.tsx")).LiveScoresPage,
        }),
      },
    ],
  },
];
