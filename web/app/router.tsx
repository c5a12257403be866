import { createBrowserRouter, Navigate } from "react-router";
import { Guard } from "../session/guard.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Layout, LayoutFallback } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";

/**
 * Every page is a chunk of its own; a player never loads an admin's. `lazy` is the function form on purpose: when a chunk
 * fails to load, the router swallows the error of the object form and shows an empty page.
 */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Layout,
      HydrateFallback: LayoutFallback,
      ErrorBoundary: ErrorPage,
      children: [
        {
          index: true,
          lazy: async () => ({ Component: (await import("../features/home/home-page.tsx")).HomePage }),
        },
        {
          path: "auth",
          handle: { title: "Sign In" },
          lazy: async () => ({ Component: (await import("../features/auth/auth-page.tsx")).AuthPage }),
        },
        {
          path: "reset-password",
          handle: { title: "Reset password" },
          lazy: async () => ({
            Component: (await import("../features/auth/reset-password-page.tsx")).ResetPasswordPage,
          }),
        },
        {
          element: <Guard />,
          children: [
            {
              path: "matches",
              handle: { title: "Matches" },
              lazy: async () => ({
                Component: (await import("../features/matches/matches-page.tsx")).MatchesPage,
              }),
            },
            {
              path: "subscriptions",
              handle: { title: "Subscriptions" },
              lazy: async () => ({
                Component: (await import("../features/subscriptions/subscriptions-page.tsx"))
                  .SubscriptionsPage,
              }),
            },
            {
              path: "leaderboard",
              handle: { title: "Leaderboard" },
              lazy: async () => ({
                Component: (await import("../features/leaderboard/leaderboard-page.tsx")).LeaderboardPage,
              }),
            },
            {
              path: "manage-matches",
              handle: { title: "Manage Matches" },
              lazy: async () => ({
                Component: (await import("../features/admin/matches/manage-matches-page.tsx"))
                  .ManageMatchesPage,
              }),
            },
            {
              path: "admin-dashboard",
              handle: { title: "Dashboard" },
              lazy: async () => ({
                Component: (await import("../features/admin/dashboard/dashboard-page.tsx")).DashboardPage,
              }),
              children: [
                { index: true, element: <Navigate to="codes" replace /> },
                {
                  path: "codes",
                  handle: { title: "Codes" },
                  lazy: async () => ({
                    Component: (await import("../features/admin/codes/codes-panel.tsx")).CodesPanel,
                  }),
                },
              ],
            },
          ],
        },
        { path: "*", handle: { title: "Page not found" }, Component: NotFound },
      ],
    },
  ]);
}
