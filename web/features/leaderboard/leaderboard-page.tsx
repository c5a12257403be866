import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import { flagIn } from "../../football/rules/club-settings.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { Leaderboard } from "./leaderboard.tsx";
import { LeaderboardTabs, scopeIn } from "./leaderboard-tabs.tsx";

/** The leaderboards by competition and overall. */
export function LeaderboardPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const saved = useQuery(savedSettings(user?.id ?? null)).data;
  const friendlyClub = flagIn(saved?.get(settingKeys.friendlyClubLeaderboard), true);
  const scope = scopeIn(parameters);
  return (
    <Leaderboard
      title="Leaderboard"
      league={scope.league}
      tabs={
        <>
          <LeaderboardTabs chosen={scope} friendlyClub={friendlyClub} />
          <p className="groups-link">
            <Link to={paths.groups}>Groups: a leaderboard for you and your friends</Link>
          </p>
        </>
      }
    />
  );
}
