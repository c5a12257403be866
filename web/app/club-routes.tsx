import type { RouteObject } from "react-router";
import * as words from "#words/app";
import { paths } from "../paths.ts";
import { RouteGuard } from "../session/route-guard.tsx";

/**
 * Pages that few visits open: one match of the round at a time, the start of a club, a new member's first steps, the links of
 * emails, unsubscribing, invites, groups, honours, season questions and the comparison of two players.
 */
export const clubRoutes: RouteObject[] = [
  {
    path: paths.emailLink,
    handle: { title: words.openYourLink },
    lazy: () => import("../features/auth/email-link-page.tsx"),
  },
  {
    path: paths.unsubscribe,
    handle: { title: words.emailsFromTheClub },
    lazy: () => import("../features/unsubscribe/unsubscribe-page.tsx"),
  },
  {
    path: paths.start,
    handle: { title: words.startYourClub },
    lazy: () => import("../features/start/start-page.tsx"),
  },
  {
    path: paths.joinGroup,
    handle: { title: words.joinAGroup },
    lazy: () => import("../features/groups/invite/join-page.tsx"),
  },
  {
    element: <RouteGuard />,
    children: [
      {
        path: paths.welcome,
        handle: { title: words.welcome },
        lazy: () => import("./welcome/welcome-page.tsx"),
      },
      {
        path: paths.honours,
        handle: { title: words.honours },
        lazy: () => import("../features/honours/honours-page.tsx"),
      },
      {
        path: paths.headToHead,
        handle: { title: words.headToHead },
        lazy: () => import("../features/head-to-head/head-to-head-page.tsx"),
      },
      {
        path: paths.questions,
        handle: { title: words.seasonQuestions },
        lazy: () => import("../features/questions/questions-page.tsx"),
      },
      {
        path: paths.round,
        handle: { title: words.yourRound },
        lazy: () => import("../features/matches/round/round-page.tsx"),
      },
      {
        path: paths.groups,
        handle: { title: words.groups },
        lazy: () => import("../features/groups/groups-page.tsx"),
      },
      {
        path: paths.group,
        handle: { title: words.group },
        lazy: () => import("../features/groups/group-page.tsx"),
      },
    ],
  },
];
