import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { matchesAroundNow } from "../../../backend/queries/matches-around-now.ts";
import { useSession } from "../../../session/session-store.ts";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";
import { rememberLive } from "./remember-live.ts";

const LiveNeed = lazyOptional(async () => (await import("./live-need.tsx")).LiveNeed);

/** What the scores of live matches do to the player. Nothing for visitors and without a live match. */
export function LiveNow() {
  const { user } = useSession();
  const live = useQuery(matchesAroundNow).data?.filter(({ status }) => status === "live");
  const isLive = live === undefined ? undefined : live.length > 0;
  useEffect(() => {
    if (isLive !== undefined) rememberLive(isLive);
  }, [isLive]);
  if (!user || !live?.length) return null;
  return <LiveNeed matches={live} player={user.id} />;
}
