import { Leaderboard } from "./leaderboard.tsx";

/** The Friendly Club's own table: always here, whether or not it has a tab among the others. */
export function FriendlyClubPage() {
  return <Leaderboard title="Friendly Club" league="Friendly Club" />;
}
