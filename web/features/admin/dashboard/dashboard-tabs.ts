import type { ComponentType } from "react";
import type { HelperRole } from "../../../session/roles.ts";

interface Tab {
  path: string;
  label: string;
  lazy: () => Promise<{ Component: ComponentType }>;
  /** The helpers who see the tab; without it, only admins do. */
  helpers?: readonly HelperRole[];
}

/**
 * The dashboard's tabs, in order: the only list of them. The routes, the links and the phone's select are made from it. Each
 * panel is a chunk that loads with its tab.
 */
export const dashboardTabs: readonly [Tab, ...Tab[]] = [
  { path: "overview", label: "Overview", lazy: () => import("../club/overview/overview-panel.tsx") },
  { path: "users", label: "Users", lazy: () => import("../members/users/users-panel.tsx") },
  {
    path: "predictions",
    label: "Predictions",
    lazy: () => import("../members/predictions/predictions-panel.tsx"),
  },
  { path: "matches", label: "Matches", lazy: () => import("../matches/matches/matches-panel.tsx") },
  {
    path: "questions",
    label: "Questions",
    lazy: () => import("../matches/questions/questions-panel.tsx"),
    helpers: ["results"],
  },
  {
    path: "management",
    label: "Management",
    lazy: () => import("../members/management/management-panel.tsx"),
  },
  { path: "groups", label: "Groups", lazy: () => import("../members/groups/groups-panel.tsx") },
  {
    path: "codes",
    label: "Codes",
    lazy: () => import("../money/codes/codes-panel.tsx"),
    helpers: ["money"],
  },
  {
    path: "notifications",
    label: "Notifications",
    lazy: () => import("../content/notifications/notifications-panel.tsx"),
  },
  {
    path: "news",
    label: "News",
    lazy: () => import("../content/news/news-panel.tsx"),
    helpers: ["news"],
  },
  { path: "teams", label: "Teams", lazy: () => import("../content/teams/teams-panel.tsx") },
  {
    path: "leaderboard-archives",
    label: "Leaderboard Archives",
    lazy: () => import("../club/leaderboard-archives/leaderboard-archives-panel.tsx"),
  },
  {
    path: "subscription-archives",
    label: "Subscription Archives",
    lazy: () => import("../money/subscription-archives/subscription-archives-panel.tsx"),
  },
  {
    path: "home-settings",
    label: "Home Settings",
    lazy: () => import("../content/home-settings/home-settings-panel.tsx"),
  },
  {
    path: "custom-countdown",
    label: "Custom Countdown",
    lazy: () => import("../content/custom-countdown/custom-countdown-panel.tsx"),
  },
  {
    path: "api-settings",
    label: "API Settings",
    lazy: () => import("../club/api-settings/api-settings-panel.tsx"),
  },
];

/** The tabs about the system, listed below the others. */
export const systemTabs: readonly Tab[] = [
  {
    path: "season-end",
    label: "End the season",
    lazy: () => import("../club/season-end/season-end-panel.tsx"),
  },
  { path: "health", label: "Health", lazy: () => import("../club/health/health-panel.tsx") },
  { path: "audit-log", label: "Audit log", lazy: () => import("../club/audit-log/audit-log-panel.tsx") },
  {
    path: "scheduled-work",
    label: "Scheduled work",
    lazy: () => import("../club/scheduled-work/scheduled-work-panel.tsx"),
  },
];
