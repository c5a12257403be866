import type { ComponentType } from "react";
import * as words from "#words/admin";
import * as footballWords from "#words/football";
import { type HelperRole, mayOpen, type Role } from "../../../session/roles.ts";

interface Tab {
  path: string;
  label: string;
  load: () => Promise<{ Component: ComponentType }>;
  /** The helpers who see the tab; without it, only admins do. */
  helpers?: readonly HelperRole[];
}

interface Group {
  label: string;
  tabs: readonly Tab[];
}

/**
 * The dashboard's tabs in their groups and their order: the only list of them. The routes, the links and the phone's select
 * are made from it. Each panel is a chunk that loads with its tab.
 */
export const dashboardGroups: readonly Group[] = [
  {
    label: words.tonight,
    tabs: [
      {
        path: "tonight",
        label: words.tonight,
        load: () => import("./tonight/tonight-panel.tsx"),
      },
      {
        path: "predictions",
        label: words.predictionsTab,
        load: () => import("./members/members-panel.tsx"),
      },
      {
        path: "notifications",
        label: words.notifications,
        load: () => import("../content/notifications/notifications-panel.tsx"),
      },
      {
        path: "news",
        label: words.news,
        load: () => import("../content/news/news-panel.tsx"),
        helpers: ["news"],
      },
    ],
  },
  {
    label: words.members,
    tabs: [
      { path: "users", label: words.users, load: () => import("./members/members-panel.tsx") },
      {
        path: "management",
        label: words.management,
        load: () => import("./members/members-panel.tsx"),
      },
      {
        path: "moving-in",
        label: words.movingIn,
        load: () => import("../members/moving-in/moving-in-panel.tsx"),
      },
      { path: "groups", label: words.groups, load: () => import("../members/groups/groups-panel.tsx") },
    ],
  },
  {
    label: words.money,
    tabs: [
      {
        path: "codes",
        label: words.codes,
        load: () => import("../money/codes/codes-panel.tsx"),
        helpers: ["money"],
      },
      { path: "prizes", label: words.prizes, load: () => import("../money/prizes/prizes-panel.tsx") },
      {
        path: "subscription-archives",
        label: words.subscriptionArchives,
        load: () => import("../money/subscription-archives/subscription-archives-panel.tsx"),
      },
    ],
  },
  {
    label: words.season,
    tabs: [
      { path: "matches", label: words.matches, load: () => import("../matches/matches/matches-panel.tsx") },
      {
        path: "questions",
        label: footballWords.questions,
        load: () => import("../matches/questions/questions-panel.tsx"),
        helpers: ["results"],
      },
      {
        path: "divisions",
        label: words.divisions,
        load: () => import("../matches/divisions/divisions-panel.tsx"),
      },
      { path: "cup", label: words.cup, load: () => import("../matches/cup/cup-panel.tsx") },
      {
        path: "last-standing",
        label: words.lastOneStanding,
        load: () => import("../matches/last-standing/last-standing-panel.tsx"),
      },
      { path: "teams", label: words.teams, load: () => import("../content/teams/teams-panel.tsx") },
      {
        path: "leaderboard-archives",
        label: words.leaderboardArchives,
        load: () => import("../club/leaderboard-archives/leaderboard-archives-panel.tsx"),
      },
      {
        path: "season-end",
        label: words.endTheSeason,
        load: () => import("../club/season-end/season-end-panel.tsx"),
      },
    ],
  },
  {
    label: words.settings,
    tabs: [
      {
        path: "home-settings",
        label: words.homeSettings,
        load: () => import("../content/home-settings/home-settings-panel.tsx"),
      },
      {
        path: "custom-countdown",
        label: words.customCountdown,
        load: () => import("../content/custom-countdown/custom-countdown-panel.tsx"),
      },
      { path: "texts", label: words.texts, load: () => import("../content/texts/texts-panel.tsx") },
      {
        path: "api-settings",
        label: words.apiSettings,
        load: () => import("../matches/provider/provider-panel.tsx"),
      },
    ],
  },
  {
    label: words.system,
    tabs: [
      { path: "overview", label: words.overview, load: () => import("../club/overview/overview-panel.tsx") },
      { path: "health", label: words.health, load: () => import("../club/health/health-panel.tsx") },
      {
        path: "audit-log",
        label: words.auditLog,
        load: () => import("../club/audit-log/audit-log-panel.tsx"),
      },
      {
        path: "scheduled-work",
        label: words.scheduledWork,
        load: () => import("../club/scheduled-work/scheduled-work-panel.tsx"),
      },
    ],
  },
];

export const dashboardTabs: readonly Tab[] = dashboardGroups.flatMap(({ tabs }) => tabs);

/** The first tab that somebody with these roles may see. */
export function firstTab(roles: readonly Role[]): Tab | undefined {
  return dashboardTabs.find(({ helpers }) => mayOpen(roles, helpers));
}
