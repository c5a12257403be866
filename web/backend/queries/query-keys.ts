/**
 * The first word of every query key, so that one event can refresh all that depends on it. A feature's queries begin
 * with one of these and add their own words.
 */
export const subject = {
  matches: "matches",
  predictions: "picks",
  splits: "splits",
  leaderboard: "leaderboard",
  progress: "progress",
  subscriptions: "subscriptions",
  subscribers: "subscribers",
  settings: "settings",
  news: "news",
  notifications: "notifications",
  archives: "archives",
  profile: "profile",
  subscriptionArchives: "subscription archives",
  dashboard: "dashboard",
  codes: "codes",
  teams: "teams",
} as const;

/** What a change of a match makes stale. */
export const staleAfterMatchChange = [subject.matches, subject.splits] as const;

/** What a completed match makes stale: points and ranks too. */
export const staleAfterResult = [
  ...staleAfterMatchChange,
  subject.predictions,
  subject.leaderboard,
  subject.progress,
] as const;

/** What a saved setting makes stale: it may choose other tables for Home. */
export const staleAfterSettings = [subject.settings, subject.leaderboard] as const;
