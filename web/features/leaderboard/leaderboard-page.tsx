import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import { flagIn } from "../../football/rules/club-settings.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Leaderboard } from "./leaderboard.tsx";
import { LeaderboardTabs, scopeIn } from "./leaderboard-tabs.tsx";
import { PeriodTabs, periodKindIn } from "./period-tabs.tsx";

export { LeaderboardPage as Component };

// Loaded lazily, because the season's leaderboard is opened most.
const PeriodLeaderboard = lazySection(
  async () => (await import("./period-leaderboard.tsx")).PeriodLeaderboard,
);

/** The leaderboards by competition and overall. */
function LeaderboardPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const saved = useQuery(savedSettings(user?.id ?? null)).data;
  const friendlyClub = flagIn(saved?.get(settingKeys.friendlyClubLeaderboard), true);
  const scope = scopeIn(parameters);
  const kind = periodKindIn(parameters);
  const tabs = (
    <>
      <LeaderboardTabs chosen={scope} friendlyClub={friendlyClub} />
      <PeriodTabs chosen={kind} />
      <p className="groups-link">
        <Link to={paths.groups}>Groups: a leaderboard for you and your friends</Link>
        <Link to={paths.honours}>Honours: champions, winners and records</Link>
      </p>
    </>
  );
  if (kind === "season") return <Leaderboard title="Leaderboard" league={scope.league} tabs={tabs} />;
  return (
    <Suspense fallback={<SkeletonRows count={7} height={48} label="Loading the leaderboard" />}>
      <PeriodLeaderboard kind={kind} league={scope.league} tabs={tabs} />
    </Suspense>
  );
}
