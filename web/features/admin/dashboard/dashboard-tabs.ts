/** The dashboard's tabs, in order. Each is a route with a chunk of its own (see app/router.tsx). */
export const dashboardTabs = [
  { path: "overview", label: "Overview" },
  { path: "users", label: "Users" },
  { path: "predictions", label: "Predictions" },
  { path: "matches", label: "Matches" },
  { path: "management", label: "Management" },
  { path: "codes", label: "Codes" },
  { path: "notifications", label: "Notifications" },
  { path: "news", label: "News" },
  { path: "teams", label: "Teams" },
  { path: "leaderboard-archives", label: "Leaderboard Archives" },
  { path: "subscription-archives", label: "Subscription Archives" },
  { path: "home-settings", label: "Home Settings" },
  { path: "custom-countdown", label: "Custom Countdown" },
  { path: "api-settings", label: "API Settings" },
] as const;

/** What stands below the tabs: about the system, not the game. */
export const systemTabs = [
  { path: "audit-log", label: "Audit log" },
  { path: "scheduled-work", label: "Scheduled work" },
] as const;
