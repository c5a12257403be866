import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect } from "react";
import * as words from "#words/home";
import { groupStandings, playerRounds } from "../../backend/queries/player-queries.ts";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import { countdownsIn, customCountdownIn, jackpotIn } from "../../football/rules/club-settings.ts";
import { useSession } from "../../session/session-store.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import "./news-and-aside.css";
import { CustomCountdown, SeasonCountdown } from "./countdowns.tsx";
import { HomeLeaderboards } from "./home-leaderboards.tsx";
import { homeLeaderboards } from "./home-queries.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { Jackpot } from "./jackpot.tsx";
import { LastWeek } from "./last-week.tsx";
import { MyGroups } from "./my-groups.tsx";

/** The parts beside the matches that admins turned on. They appear together, so that none moves another. */
export function HomeAside() {
  const { user } = useSession();
  const queries = useQueryClient();
  const userId = user?.id;
  // What the parts of a member show later is asked together with the first of them.
  useEffect(() => {
    if (!userId) return;
    void queries.prefetchQuery(groupStandings(userId));
    void queries.prefetchQuery(playerRounds(userId, "Overall"));
  }, [queries, userId]);
  const settings = useQuery(savedSettings(userId ?? null));
  const leaderboards = useQuery(homeLeaderboards);
  const known = !settings.isPending && !leaderboards.isPending;
  // Deferred, so that React renders it in slices, like the matches beside it.
  const shown = useDeferredValue(known) && known;
  if (!shown) return <SkeletonRows count={6} height={64} label={words.loadingClubInformation} />;
  const saved = settings.data ?? new Map<string, string>();
  const jackpot = jackpotIn(saved.get(settingKeys.jackpot));
  return (
    <>
      {!user && <HowItWorks />}
      <FailedQueries title={words.failedToLoadClubInformation} queries={[settings, leaderboards]} />
      {user && jackpot.enabled && <Jackpot settings={jackpot} />}
      <CustomCountdown countdown={customCountdownIn(saved.get(settingKeys.customCountdown))} />
      {countdownsIn(saved.get(settingKeys.countdowns)).map((countdown) => (
        <SeasonCountdown key={countdown.id} countdown={countdown} />
      ))}
      {leaderboards.data && <HomeLeaderboards leaderboards={leaderboards.data} />}
      {user && <MyGroups userId={user.id} />}
      {user && <LastWeek userId={user.id} />}
    </>
  );
}
