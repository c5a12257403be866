import * as words from "#words/app";
/** The address of every page, and the links of the navigation bar. No other module contains a route as a literal. */
export const paths = {
  home: "/",
  matches: "/matches",
  /** One match of the coming round at a time. */
  round: "/round",
  subscriptions: "/subscriptions",
  leaderboard: "/leaderboard",
  friendlyClub: "/leaderboard/friendly-club",
  divisions: "/divisions",
  cup: "/cup",
  lastStanding: "/last-one-standing",
  prizes: "/prizes",
  honours: "/honours",
  career: "/career",
  headToHead: "/head-to-head/:id",
  questions: "/questions",
  archives: "/archives",
  archive: "/archives/:id",
  groups: "/groups",
  group: "/groups/:id",
  joinGroup: "/join/:code",
  profile: "/profile",
  signIn: "/auth",
  resetPassword: "/reset-password",
  /** Where the link leads that starts a club. Also in server/club/start-links.ts. */
  start: "/start",
  /** What a new member is asked. */
  welcome: "/welcome",
  /** Where the links of the auth service's emails lead. Also in supabase/templates. */
  emailLink: "/confirm",
  unsubscribe: "/unsubscribe",
  /** The screen for the bar. The secret part of its link is the fragment, which no server sees. */
  screen: "/screen",
  terms: "/terms",
  privacy: "/privacy",
  prizeRules: "/prize-rules",
  liveScores: "/live-scores",
  subscriptionArchives: "/subscription-archives",
  subscriptionArchive: "/subscription-archives/:id",
  manageMatches: "/manage-matches",
  enterResults: "/enter-results",
  dashboard: "/admin-dashboard",
} as const;

export const registerPath = `${paths.signIn}?mode=register`;

/** The pages of the club's texts. */
export const textPaths = {
  terms: paths.terms,
  privacy: paths.privacy,
  prize_rules: paths.prizeRules,
} as const;

/** The page of one leaderboard archive or subscription archive. */
export function pathOf(route: typeof paths.archive | typeof paths.subscriptionArchive, id: string): string {
  return route.replace(":id", id);
}

/** The next match to predict, in the address of a match. */
export const nextMatch = "next";

/**
 * A match on the Matches page: one by its id, or the next to predict, of all competitions or of one by its id. Messages and calendars
 * write the same address (`private.match_link` and `supabase/functions/calendar`).
 */
export function matchPath(match: string, competitionId?: string): string {
  return `${paths.matches}?${competitionId ? `competition=${competitionId}&` : ""}match=${match}`;
}

/** The leaderboard of one competition, by its id, or of `overall`. */
export function leaderboardPath(competitionId: string): string {
  return `${paths.leaderboard}?competition=${competitionId}`;
}

/** The leaderboard of a matchday of a competition, by its id, or of a month. */
export function periodPath(competitionId: string | null, periodId: number): string {
  const kind = competitionId === null ? "month" : "matchday";
  return `${leaderboardPath(competitionId ?? "overall")}&period=${kind}&of=${periodId}`;
}

/** A player's sheet on the leaderboard of one competition, by its id, or of `overall`. */
export function playerSheetPath(userId: string, competitionId = "overall"): string {
  return `${leaderboardPath(competitionId)}&player=${userId}`;
}

/** Where a member takes over the points of a member without a sign-in, by the code of a link. */
export function claimPath(code: string): string {
  return `${paths.profile}?claim=${code}`;
}

/** The seasons of a player. */
export function careerPath(userId: string): string {
  return `${paths.career}?player=${userId}`;
}

/** A tab of the dashboard, by its path in `features/admin/dashboard/dashboard-tabs.ts`. */
export function dashboardTabPath(tab: string): string {
  return `${paths.dashboard}/${tab}`;
}

export interface Destination {
  path: string;
  label: string;
}

/** The navigation bar for players, in its order. A club without them has no use for the pages with `needs`. */
export const playerDestinations: readonly (Destination & {
  needs?: "groups" | "honours" | "divisions" | "cup" | "last_standing";
})[] = [
  { path: paths.home, label: words.home },
  { path: paths.matches, label: words.matches },
  { path: paths.subscriptions, label: words.subscriptions },
  { path: paths.leaderboard, label: words.leaderboard },
  { path: paths.divisions, label: words.divisions, needs: "divisions" },
  { path: paths.cup, label: words.cup, needs: "cup" },
  { path: paths.lastStanding, label: words.lastOneStanding, needs: "last_standing" },
  { path: paths.groups, label: words.groups, needs: "groups" },
  { path: paths.honours, label: words.honours, needs: "honours" },
  { path: paths.archives, label: words.leaderboardArchives },
  { path: paths.profile, label: words.profile },
];

/** The links that only admins see. */
export const adminDestinations: readonly Destination[] = [
  { path: paths.liveScores, label: words.liveScores },
  { path: paths.subscriptionArchives, label: words.subscriptionArchives },
  { path: paths.manageMatches, label: words.manageMatches },
  { path: paths.dashboard, label: words.dashboard },
];

/** The links that a helper of each role sees instead. */
export const helperDestinations: Readonly<Record<"results" | "money" | "news", readonly Destination[]>> = {
  results: [
    { path: paths.liveScores, label: words.liveScores },
    { path: paths.enterResults, label: words.enterResults },
    { path: dashboardTabPath("questions"), label: words.questions },
  ],
  money: [{ path: dashboardTabPath("codes"), label: words.codes }],
  news: [{ path: dashboardTabPath("news"), label: words.news }],
};

/** The addresses whose routes only admins and helpers load. */
export const adminPaths: readonly string[] = [
  ...adminDestinations.map(({ path }) => path),
  paths.enterResults,
];

/** The comparison of two players. The own id is part of the address, so that it shows the same players to everyone. */
export function headToHeadPath(userId: string, withId: string, competitionId: string): string {
  return `${paths.headToHead.replace(":id", userId)}?with=${withId}&competition=${competitionId}`;
}
