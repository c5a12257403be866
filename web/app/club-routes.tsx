import type { RouteObject } from "react-router";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";

/**
 * Pages that few visits open: a new member's first steps, the links of emails, unsubscribing, invites, groups, honours and the
 * comparison of two players.
 */
export const clubRoutes: RouteObject[] = [
  {
    path: paths.emailLink,
    handle: { title: "Open your link" },
    lazy: () => import("../features/auth/email-link-page.tsx"),
  },
  {
    path: paths.unsubscribe,
    handle: { title: "Emails from the club" },
    lazy: () => import("../features/unsubscribe/unsubscribe-page.tsx"),
  },
  {
    path: paths.joinGroup,
    handle: { title: "Join a group" },
    lazy: () => import("../features/groups/invite/join-page.tsx"),
  },
  {
    element: <RouteGuard />,
    children: [
      {
        path: paths.welcome,
        handle: { title: "Welcome" },
        lazy: () => import("./welcome/welcome-page.tsx"),
      },
      {
        path: paths.honours,
        handle: { title: "Honours" },
        lazy: () => import("../features/honours/honours-page.tsx"),
      },
      {
        path: paths.headToHead,
        handle: { title: "Head to head" },
        lazy: () => import("../features/head-to-head/head-to-head-page.tsx"),
      },
      {
        path: paths.groups,
        handle: { title: "Groups" },
        lazy: () => import("../features/groups/groups-page.tsx"),
      },
      {
        path: paths.group,
        handle: { title: "Group" },
        lazy: () => import("../features/groups/group-page.tsx"),
      },
    ],
  },
];
