import type { RouteObject } from "react-router";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";

/** Pages that few visits open: the links of emails, unsubscribing, invites, groups, honours and the comparison of two players. */
export const clubRoutes: RouteObject[] = [
  {
    path: paths.emailLink,
    handle: { title: "Open your link" },
    lazy: async () => ({
      Component: (await import("../features/auth/email-link-page.tsx")).EmailLinkPage,
    }),
  },
  {
    path: paths.unsubscribe,
    handle: { title: "Emails from the club" },
    lazy: async () => ({
      Component: (await import("../features/unsubscribe/unsubscribe-page.tsx")).UnsubscribePage,
    }),
  },
  {
    path: paths.joinGroup,
    handle: { title: "Join a group" },
    lazy: async () => ({
      Component: (await import("../features/groups/join-page.tsx")).JoinPage,
    }),
  },
  {
    element: <RouteGuard />,
    children: [
      {
        path: paths.honours,
        handle: { title: "Honours" },
        lazy: async () => ({
          Component: (await import("../features/honours/honours-page.tsx")).HonoursPage,
        }),
      },
      {
        path: paths.headToHead,
        handle: { title: "Head to head" },
        lazy: async () => ({
          Component: (await import("../features/head-to-head/head-to-head-page.tsx")).HeadToHeadPage,
        }),
      },
      {
        path: paths.groups,
        handle: { title: "Groups" },
        lazy: async () => ({
          Component: (await import("../features/groups/groups-page.tsx")).GroupsPage,
        }),
      },
      {
        path: paths.group,
        handle: { title: "Group" },
        lazy: async () => ({
          Component: (await import("../features/groups/group-page.tsx")).GroupPage,
        }),
      },
    ],
  },
];
