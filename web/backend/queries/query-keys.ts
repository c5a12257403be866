/**
 * The first word of every query key, so that one event can refresh all that depends on it. A feature's queries begin
 * with one of these and add their own words.
 */
export const subject = {
  matches: "matches",
  predictions: "predictions",
  splits: "splits",
  leaderboard: "leaderboard",
  progress: "progress",
  subscriptions: "subscriptions",
  subscribers: "subscribers",
  settings: "settings",
  news: "news",
  notifications: "notifications",
  groups: "groups",
  divisions: "divisions",
  cup: "cup",
  lastStanding: "lastStanding",
  prizes: "prizes",
  // not a text: a key
  clubPages: "club pages",
  archives: "archives",
  profile: "profile",
  // not a text: a key
  subscriptionArchives: "subscription archives",
  dashboard: "dashboard",
  codes: "codes",
  teams: "teams",
  questions: "questions",
} as const;

/** The number of results that one page of the list of played matches has when it is loaded. */
export const playedPage = 12;

/** The subjects that depend on a match. An organiser's own act loads them again; live changes use `match-changes.ts`. */
export const staleAfterMatchChange = [subject.matches, subject.splits] as const;

/** The subjects that depend on a result, including points and ranks. */
export const staleAfterResult = [
  ...staleAfterMatchChange,
  subject.predictions,
  subject.leaderboard,
  subject.progress,
] as const;

/** The subjects that depend on a setting, which may choose other leaderboards for Home. */
export const staleAfterSettings = [subject.settings, subject.leaderboard] as const;

/** The subjects that depend on the right answer of a season question. */
export const staleAfterSettling = [subject.questions, subject.leaderboard, subject.progress] as const;
