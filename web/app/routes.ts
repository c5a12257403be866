import * as words from "#words/app";
import { adminPaths, paths } from "../paths.ts";
import { type Route, RouteTable } from "../routing/routes.tsx";
import { RouteGuard } from "../session/route-guard.tsx";

/* Every page is a separate chunk, whose module exports it as `Component`. Players load neither the admins' pages nor the list of them. */
const publicRoutes: Route[] = [
  { path: paths.home, load: () => import("../features/home/home-page.tsx") },
  { path: paths.signIn, title: words.signIn, load: () => import("../features/auth/auth-page.tsx") },
  {
    path: paths.resetPassword,
    title: words.resetPassword,
    load: () => import("../features/auth/reset-password-page.tsx"),
  },
  {
    path: paths.archives,
    title: words.leaderboardArchives,
    load: () => import("../features/archives/archives-page.tsx"),
  },
  { path: paths.archive, title: words.archive, load: () => import("../features/archives/archive-page.tsx") },
];

const memberRoutes: Route[] = [
  { path: paths.matches, title: words.matches, load: () => import("../features/matches/matches-page.tsx") },
  {
    path: paths.subscriptions,
    title: words.subscriptions,
    load: () => import("../features/subscriptions/subscriptions-page.tsx"),
  },
  {
    path: paths.leaderboard,
    title: words.leaderboard,
    load: () => import("../features/leaderboard/leaderboard-page.tsx"),
  },
  { path: paths.profile, title: words.profile, load: () => import("../features/profile/profile-page.tsx") },
  {
    path: paths.friendlyClub,
    title: words.friendlyClub,
    load: () => import("../features/leaderboard/friendly-club-page.tsx"),
  },
];

/** The prefixes of the addresses in `club-routes.ts`. */
const clubPaths = [
  paths.emailLink,
  paths.unsubscribe,
  paths.screen,
  paths.terms,
  paths.privacy,
  paths.prizeRules,
  paths.start,
  paths.welcome,
  paths.groups,
  paths.joinGroup,
  paths.divisions,
  paths.cup,
  paths.lastStanding,
  paths.prizes,
  paths.honours,
  paths.career,
  paths.headToHead,
  paths.questions,
  paths.round,
].map((path) => path.split("/:")[0] ?? path);

/** The routes of visitors and players. The routes of admins and of groups and honours load when one is first opened. */
export const routes = new RouteTable(
  [...publicRoutes, ...memberRoutes.map((route) => ({ ...route, guard: RouteGuard }))],
  [
    { prefixes: adminPaths, routes: async () => (await import("./admin-routes.tsx")).adminRoutes },
    { prefixes: clubPaths, routes: async () => (await import("./club-routes.ts")).clubRoutes },
  ],
  { path: "*", title: words.pageNotFound, load: () => import("./not-found.tsx") },
);
