export interface Destination {
  path: string;
  label: string;
}

export const archivesPath = "/archives";

/** The navigation bar for players, in its order. */
export const playerDestinations: readonly Destination[] = [
  { path: "/", label: "Home" },
  { path: "/matches", label: "Matches" },
  { path: "/subscriptions", label: "Subscriptions" },
  { path: "/leaderboard", label: "Leaderboard" },
  { path: archivesPath, label: "Leaderboard Archives" },
  { path: "/profile", label: "Profile" },
];

/** What admins see besides. */
export const adminDestinations: readonly Destination[] = [
  { path: "/live-scores", label: "Live Scores" },
  { path: "/subscription-archives", label: "Subscription Archives" },
  { path: "/manage-matches", label: "Manage Matches" },
  { path: "/admin-dashboard", label: "Dashboard" },
];

export const signInPath = "/auth";
export const registerPath = "/auth?mode=register";
