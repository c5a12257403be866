import { createBrowserRouter, type RouteObject } from "react-router";
import * as words from "#words/app";
import { adminPaths, paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Layout, LayoutFallback } from "./layout.tsx";

// not a text: the id of a route
const wholeClub = "whole club";

/*
 * Every page is a separate chunk, whose module exports it as `Component`. Players load neither the admins' pages nor the
 * list of them. `lazy` is a function on purpose: with the object form, the router ignores the error of a chunk that fails
 * to load and shows an empty page.
 */
const publicRoutes: RouteObject[] = [
  { index: true, lazy: () => import("../features/home/home-page.tsx") },
  {
    path: paths.signIn,
    handle: { title: words.signIn },
    lazy: () => import("../features/auth/auth-page.tsx"),
  },
  {
    path: paths.resetPassword,
    handle: { title: words.resetPassword },
    lazy: () => import("../features/auth/reset-password-page.tsx"),
  },
  {
    path: paths.archives,
    handle: { title: words.leaderboardArchives },
    lazy: () => import("../features/archives/archives-page.tsx"),
  },
  {
    path: paths.archive,
    handle: { title: words.archive },
    lazy: () => import("../features/archives/archive-page.tsx"),
  },
];

const memberRoutes: RouteObject[] = [
  {
    path: paths.matches,
    handle: { title: words.matches },
    lazy: () => import("../features/matches/matches-page.tsx"),
  },
  {
    path: paths.subscriptions,
    handle: { title: words.subscriptions },
    lazy: () => import("../features/subscriptions/subscriptions-page.tsx"),
  },
  {
    path: paths.leaderboard,
    handle: { title: words.leaderboard },
    lazy: () => import("../features/leaderboard/leaderboard-page.tsx"),
  },
  {
    path: paths.profile,
    handle: { title: words.profile },
    lazy: () => import("../features/profile/profile-page.tsx"),
  },
  {
    path: paths.friendlyClub,
    handle: { title: words.friendlyClub },
    lazy: () => import("../features/leaderboard/friendly-club-page.tsx"),
  },
];

const notFoundRoute: RouteObject = {
  path: "*",
  handle: { title: words.pageNotFound },
  lazy: () => import("./not-found.tsx"),
};

/** The beginnings of the addresses in `club-routes.tsx`. */
const clubPaths = [
  paths.emailLink,
  paths.unsubscribe,
  paths.start,
  paths.welcome,
  paths.groups,
  paths.joinGroup,
  paths.honours,
  paths.headToHead,
  paths.questions,
  paths.round,
].map((path) => path.split("/:")[0]);

/** The routes of visitors and players. The routes of admins and of groups and honours load when one is first opened. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        id: wholeClub,
        Component: Layout,
        HydrateFallback: LayoutFallback,
        ErrorBoundary: ErrorPage,
        children: [...publicRoutes, { element: <RouteGuard />, children: memberRoutes }, notFoundRoute],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ path, patch }) => {
        if (adminPaths.some((known) => `${path}/`.startsWith(`${known}/`)))
          patch(wholeClub, (await import("./admin-routes.tsx")).adminRoutes);
        if (clubPaths.some((known) => `${path}/`.startsWith(`${known}/`)))
          patch(wholeClub, (await import("./club-routes.tsx")).clubRoutes);
      },
    },
  );
}
