import { createBrowserRouter, Navigate } from "react-router";
import { Guard } from "../session/guard.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Layout, LayoutFallback } from "./layout.tsx";
import { NotFound } from "./not-found.tsx";

/** Every page is a chunk of its own; a player never loads an admin's. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Layout,
      HydrateFallback: LayoutFallback,
      ErrorBoundary: ErrorPage,
      children: [
        {
          index: true,
          lazy: { Component: async () => (await import("../features/home/home-page.tsx")).HomePage },
        },
        {
          path: "auth",
          handle: { title: "Sign In" },
          lazy: { Component: async () => (await import("../features/auth/auth-page.tsx")).AuthPage },
        },
        {
          path: "reset-password",
          handle: { title: "Reset password" },
          lazy: {
            Component: async () =>
              (await import("../features/auth/reset-password-page.tsx")).ResetPasswordPage,
          },
        },
        {
          element: <Guard />,
          children: [
            {
              path: "matches",
              handle: { title: "Matches" },
              lazy: {
                Component: async () => (await import("../features/matches/matches-page.tsx")).MatchesPage,
              },
            },
            {
              path: "subscriptions",
              handle: { title: "Subscriptions" },
              lazy: {
                Component: async () =>
                  (await import("../features/subscriptions/subscriptions-page.tsx")).SubscriptionsPage,
              },
            },
            {
              path: "leaderboard",
              handle: { title: "Leaderboard" },
              lazy: {
                Component: async () =>
                  (await import("../features/leaderboard/leaderboard-page.tsx")).LeaderboardPage,
              },
            },
            {
              path: "manage-matches",
              handle: { title: "Manage Matches" },
              lazy: {
                Component: async () =>
                  (await import("../features/admin/matches/manage-matches-page.tsx")).ManageMatchesPage,
              },
            },
            {
              path: "admin-dashboard",
              handle: { title: "Dashboard" },
              lazy: {
                Component: async () =>
                  (await import("../features/admin/dashboard/dashboard-page.tsx")).DashboardPage,
              },
              children: [
                { index: true, element: <Navigate to="codes" replace /> },
                {
                  path: "codes",
                  handle: { title: "Codes" },
                  lazy: {
                    Component: async () =>
                      (await import("../features/admin/codes/codes-panel.tsx")).CodesPanel,
                  },
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
