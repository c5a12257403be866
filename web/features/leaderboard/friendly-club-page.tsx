import * as words from "#words/leaderboard";
import { Leaderboard } from "./leaderboard.tsx";

export { FriendlyClubPage as Component };

/** The leaderboard of the Friendly Club, even if the main leaderboard page has no tab for it. Loaded lazily. */
function FriendlyClubPage() {
  return <Leaderboard title={words.friendlyClub} league="Friendly Club" />;
}
