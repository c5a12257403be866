import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Suspense, useEffect } from "react";
import * as words from "#words/leaderboard";
import { clubPages } from "../../backend/queries/club-pages.ts";
import { crowdOf, formOnPage, summaryOf } from "../../backend/queries/form-and-crowd.ts";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import { flagIn } from "../../football/rules/club-settings.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSearchParams } from "../../routing/location.tsx";
import { useSession } from "../../session/session-store.ts";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Leaderboard } from "./leaderboard.tsx";
import { leaderboardPage, myLeaderboardRow, pageSize, rowAbove } from "./leaderboard-queries.ts";
import { LeaderboardTabs, scopeIn } from "./leaderboard-tabs.tsx";
import { PeriodTabs, periodKindIn } from "./period-tabs.tsx";

export { LeaderboardPage as Component };

/** Loads what the season's leaderboard shows first. */
export function ask(queries: QueryClient, _userId: string, parameters: URLSearchParams): void {
  const { league } = scopeIn(parameters);
  if (periodKindIn(parameters) !== "season") return;
  void queries.prefetchQuery(summaryOf(league));
  void queries.prefetchQuery(leaderboardPage(league, 0));
  void queries.prefetchQuery(formOnPage(league, 0, pageSize));
  void queries.prefetchQuery(myLeaderboardRow(league));
  void queries.prefetchQuery(crowdOf(league));
  void queries.prefetchQuery(rowAbove(league));
}

// Loaded lazily, because the season's leaderboard is opened most.
const PeriodLeaderboard = lazySection(
  async () => (await import("./period-leaderboard.tsx")).PeriodLeaderboard,
);

/** The leaderboards by competition and overall. */
function LeaderboardPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const queries = useQueryClient();
  const userId = user?.id;
  // What the parts of the page ask for as they appear is asked at once.
  useEffect(() => {
    if (userId) ask(queries, userId, parameters);
  }, [queries, userId, parameters]);
  const saved = useQuery(savedSettings(userId ?? null)).data;
  const friendlyClub = flagIn(saved?.get(settingKeys.friendlyClubLeaderboard), true);
  const scope = scopeIn(parameters);
  const kind = periodKindIn(parameters);
  // Until it is known they have their place, so that nothing moves in a club with results.
  const pages = useQuery(clubPages).data;
  const hasPeriods = pages?.honours !== false || kind !== "season";
  const tabs = (
    <>
      <LeaderboardTabs chosen={scope} friendlyClub={friendlyClub} />
      <div className="period-row">
        {hasPeriods && <PeriodTabs chosen={kind} />}
        {pages?.prizes && (
          <Link to={paths.prizes}>
            <span>{words.prizes}</span>
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        )}
      </div>
    </>
  );
  if (kind === "season") return <Leaderboard title={words.leaderboard} league={scope.league} tabs={tabs} />;
  return (
    <Suspense fallback={<SkeletonRows count={7} height={48} label={words.loadingTheLeaderboard} />}>
      <PeriodLeaderboard kind={kind} league={scope.league} tabs={tabs} />
    </Suspense>
  );
}
