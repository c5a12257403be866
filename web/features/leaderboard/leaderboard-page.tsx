import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { savedSettings, settingKeys } from "../../backend/settings.ts";
import { flagIn } from "../../football/club-settings.ts";
import { useSession } from "../../session/session-store.ts";
import { Leaderboard } from "./board.tsx";
import { LeaderboardTabs, scopeIn } from "./leaderboard-tabs.tsx";

/** Who leads, by competition or overall. */
export function LeaderboardPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const saved = useQuery(savedSettings(user?.id ?? null)).data;
  const friendlyClub = flagIn(saved?.get(settingKeys.friendlyClubTable), true);
  const scope = scopeIn(parameters);
  return (
    <Leaderboard
      title="Leaderboard"
      league={scope.league}
      tabs={<LeaderboardTabs chosen={scope} friendlyClub={friendlyClub} />}
    />
  );
}
