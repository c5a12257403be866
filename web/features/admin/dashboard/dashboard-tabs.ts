/**
 * The dashboard's tabs, in order: the only list of them. The routes, the links and the phone's select are made from it. Each
 * panel is a chunk that loads with its tab.
 */
export const dashboardTabs = [
  {
    path: "overview",
    label: "Overview",
    lazy: async () => ({
      Component: (await import("../club/overview/overview-panel.tsx")).OverviewPanel,
    }),
  },
  {
    path: "users",
    label: "Users",
    lazy: async () => ({
      Component: (await import("../members/users/users-panel.tsx")).UsersPanel,
    }),
  },
  {
    path: "predictions",
    label: "Predictions",
    lazy: async () => ({
      Component: (await import("../members/predictions/predictions-panel.tsx")).PredictionsPanel,
    }),
  },
  {
    path: "matches",
    label: "Matches",
    lazy: async () => ({
      Component: (await import("../matches/matches/matches-panel.tsx")).MatchesTab,
    }),
  },
  {
    path: "management",
    label: "Management",
    lazy: async () => ({
      Component: (await import("../members/management/management-panel.tsx")).ManagementPanel,
    }),
  },
  {
    path: "groups",
    label: "Groups",
    lazy: async () => ({
      Component: (await import("../members/groups/groups-panel.tsx")).GroupsPanel,
    }),
  },
  {
    path: "codes",
    label: "Codes",
    lazy: async () => ({
      Component: (await import("../money/codes/codes-panel.tsx")).CodesPanel,
    }),
  },
  {
    path: "notifications",
    label: "Notifications",
    lazy: async () => ({
      Component: (await import("../content/notifications/notifications-panel.tsx")).NotificationsPanel,
    }),
  },
  {
    path: "news",
    label: "News",
    lazy: async () => ({
      Component: (await import("../content/news/news-panel.tsx")).NewsPanel,
    }),
  },
  {
    path: "teams",
    label: "Teams",
    lazy: async () => ({
      Component: (await import("../content/teams/teams-panel.tsx")).TeamsPanel,
    }),
  },
  {
    path: "leaderboard-archives",
    label: "Leaderboard Archives",
    lazy: async () => ({
      Component: (await import("../club/leaderboard-archives/leaderboard-archives-panel.tsx")).ArchivesPanel,
    }),
  },
  {
    path: "subscription-archives",
    label: "Subscription Archives",
    lazy: async () => ({
      Component: (await import("../money/subscription-archives/subscription-archives-panel.tsx"))
        .SubscriptionArchivesTab,
    }),
  },
  {
    path: "home-settings",
    label: "Home Settings",
    lazy: async () => ({
      Component: (await import("../content/home-settings/home-settings-panel.tsx")).HomeSettingsPanel,
    }),
  },
  {
    path: "custom-countdown",
    label: "Custom Countdown",
    lazy: async () => ({
      Component: (await import("../content/custom-countdown/custom-countdown-panel.tsx")).CountdownPanel,
    }),
  },
  {
    path: "api-settings",
    label: "API Settings",
    lazy: async () => ({
      Component: (await import("../club/api-settings/api-settings-panel.tsx")).ApiSettingsPanel,
    }),
  },
] as const;

/** The tabs about the system, listed below the others. */
export const systemTabs = [
  {
    path: "health",
    label: "Health",
    lazy: async () => ({
      Component: (await import("../club/health/health-panel.tsx")).HealthPanel,
    }),
  },
  {
    path: "audit-log",
    label: "Audit log",
    lazy: async () => ({
      Component: (await import("../club/audit-log/audit-log-panel.tsx")).AuditPanel,
    }),
  },
  {
    path: "scheduled-work",
    label: "Scheduled work",
    lazy: async () => ({
      Component: (await import("../club/scheduled-work/scheduled-work-panel.tsx")).ScheduledWorkPanel,
    }),
  },
] as const;
