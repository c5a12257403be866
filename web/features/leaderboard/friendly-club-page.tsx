import { Leaderboard } from "./leaderboard.tsx";

/** The leaderboard of the Friendly Club, even if the main leaderboard page has no tab for it. Loaded lazily. */
export function FriendlyClubPage() {
  return <Leaderboard title="Friendly Club" league="Friendly Club" />;
}
