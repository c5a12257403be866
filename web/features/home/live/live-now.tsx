import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { matchesAroundNow } from "../../../backend/queries/matches-around-now.ts";
import { useSession } from "../../../session/session-store.ts";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";
import { forgetPlace } from "./remember-live.ts";

const LiveNeed = lazyOptional(async () => (await import("./live-need.tsx")).LiveNeed);

/** What the scores of live matches do to the player. Nothing for visitors and without a live match. */
export function LiveNow() {
  const { user } = useSession();
  const { data, isLoadingError, fetchStatus } = useQuery(matchesAroundNow);
  const live = data?.filter(({ status }) => status === "live") ?? [];
  const isKnown = data !== undefined || isLoadingError || fetchStatus === "paused";
  const isQuiet = isKnown && live.length === 0;
  useEffect(() => {
    if (isQuiet) forgetPlace();
  }, [isQuiet]);
  if (!user || live.length === 0) return null;
  return <LiveNeed matches={live} player={user.id} />;
}
