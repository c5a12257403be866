/** The dashboard's tabs in their order. `dashboard.spec.ts` compares the list with the page. */
export const DASHBOARD_TABS = [
  "overview",
  "users",
  "predictions",
  "matches",
  "management",
  "codes",
  "notifications",
  "news",
  "teams",
  "leaderboard-archives",
  "subscription-archives",
  "home-settings",
  "custom-countdown",
  "api-settings",
  "audit-log",
  "scheduled-work",
] as const;
