import * as words from "#words/app";
import { paths } from "../paths.ts";
import type { Route } from "../routing/routes.tsx";
import { RouteGuard } from "../session/route-guard.tsx";

/** Pages that few visits open: those of clubs that use them, links of emails and invites, and the start of a club. */
export const clubRoutes: Route[] = [
  {
    path: paths.emailLink,
    title: words.openYourLink,
    load: () => import("../features/auth/email-link-page.tsx"),
  },
  {
    path: paths.unsubscribe,
    title: words.emailsFromTheClub,
    load: () => import("../features/unsubscribe/unsubscribe-page.tsx"),
  },
  {
    path: paths.screen,
    title: words.screen,
    load: () => import("../features/screen/screen-page.tsx"),
  },
  ...[
    { path: paths.terms, title: words.terms },
    { path: paths.privacy, title: words.privacy },
    { path: paths.prizeRules, title: words.prizeRules },
  ].map((route) => ({ ...route, load: () => import("../features/club-texts/text-page.tsx") })),
  {
    path: paths.start,
    title: words.startYourClub,
    load: () => import("../features/start/start-page.tsx"),
  },
  {
    path: paths.joinGroup,
    title: words.joinAGroup,
    load: () => import("../features/groups/invite/join-page.tsx"),
  },
  ...[
    {
      path: paths.welcome,
      title: words.welcome,
      load: () => import("./welcome/welcome-page.tsx"),
    },
    {
      path: paths.divisions,
      title: words.divisions,
      load: () => import("../features/divisions/divisions-page.tsx"),
    },
    {
      path: paths.cup,
      title: words.cup,
      load: () => import("../features/cup/cup-page.tsx"),
    },
    {
      path: paths.lastStanding,
      title: words.lastOneStanding,
      load: () => import("../features/last-standing/last-standing-page.tsx"),
    },
    {
      path: paths.prizes,
      title: words.prizes,
      load: () => import("../features/prizes/prizes-page.tsx"),
    },
    {
      path: paths.honours,
      title: words.honours,
      load: () => import("../features/honours/honours-page.tsx"),
    },
    {
      path: paths.career,
      title: words.career,
      load: () => import("../features/career/career-page.tsx"),
    },
    {
      path: paths.headToHead,
      title: words.headToHead,
      load: () => import("../features/head-to-head/head-to-head-page.tsx"),
    },
    {
      path: paths.questions,
      title: words.seasonQuestions,
      load: () => import("../features/questions/questions-page.tsx"),
    },
    {
      path: paths.round,
      title: words.yourRound,
      load: () => import("../features/matches/round/round-page.tsx"),
    },
    {
      path: paths.groups,
      title: words.groups,
      load: () => import("../features/groups/groups-page.tsx"),
    },
    {
      path: paths.group,
      title: words.group,
      load: () => import("../features/groups/group-page.tsx"),
    },
  ].map((route) => ({ ...route, guard: RouteGuard })),
];
