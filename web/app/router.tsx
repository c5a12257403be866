import { createBrowserRouter, type RouteObject } from "react-router";
import { adminPaths, paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Layout, LayoutFallback } from "./layout.tsx";

const wholeClub = "whole club";

/*
 * Every page is a separate chunk. Players load neither the admins' pages nor the list of them. `lazy` is a function on
 * purpose: with the object form, the router ignores the error of a chunk that fails to load and shows an empty page.
 */
const publicRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("../features/home/home-page.tsx")).HomePage }),
  },
  {
    path: paths.signIn,
    handle: { title: "Sign In" },
    lazy: async () => ({ Component: (await import("../features/auth/auth-page.tsx")).AuthPage }),
  },
  {
    path: paths.resetPassword,
    handle: { title: "Reset password" },
    lazy: async () => ({
      Component: (await import("../features/auth/reset-password-page.tsx")).ResetPasswordPage,
    }),
  },
  {
    path: paths.archives,
    handle: { title: "Leaderboard Archives" },
    lazy: async () => ({
      Component: (await import("../features/archives/archives-page.tsx")).ArchivesPage,
    }),
  },
  {
    path: paths.archive,
    handle: { title: "Archive" },
    lazy: async () => ({
      Component: (await import("../features/archives/archive-page.tsx")).ArchivePage,
    }),
  },
];

const memberRoutes: RouteObject[] = [
  {
    path: paths.matches,
    handle: { title: "Matches" },
    lazy: async () => ({
      Component: (await import("../features/matches/matches-page.tsx")).MatchesPage,
    }),
  },
  {
    path: paths.subscriptions,
    handle: { title: "Subscriptions" },
    lazy: async () => ({
      Component: (await import("../features/subscriptions/subscriptions-page.tsx")).SubscriptionsPage,
    }),
  },
  {
    path: paths.leaderboard,
    handle: { title: "Leaderboard" },
    lazy: async () => ({
      Component: (await import("../features/leaderboard/leaderboard-page.tsx")).LeaderboardPage,
    }),
  },
  {
    path: paths.profile,
    handle: { title: "Profile" },
    lazy: async () => ({
      Component: (await import("../features/profile/profile-page.tsx")).ProfilePage,
    }),
  },
  {
    path: paths.friendlyClub,
    handle: { title: "Friendly Club" },
    lazy: async () => ({
      Component: (await import("../features/leaderboard/friendly-club-page.tsx")).FriendlyClubPage,
    }),
  },
];

const notFoundRoute: RouteObject = {
  path: "*",
  handle: { title: "Page not found" },
  lazy: async () => ({ Component: (await import("./not-found.tsx")).NotFound }),
};

/** The beginnings of the addresses in `club-routes.tsx`. */
const clubPaths = [
  paths.emailLink,
  paths.unsubscribe,
  paths.groups,
  paths.joinGroup,
  paths.honours,
  paths.headToHead,
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
