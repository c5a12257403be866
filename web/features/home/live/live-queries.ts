import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { pointsIn } from "../../../backend/queries/query-meta.ts";
import { boardsOf } from "./what-if.ts";

/**
 * The leaderboards of the club and of the player's groups near the player, with the picks of these live matches. A result
 * loads it again, and a match that goes live; a goal does not.
 */
export const liveStandings = (userId: string, liveIds: readonly string[]) =>
  queryOptions({
    queryKey: [subject.leaderboard, "Overall", "live standings", userId, liveIds],
    meta: pointsIn(null),
    queryFn: () => dataOf(backend().rest.rpc("live_standings")),
    select: boardsOf,
    // The section stays while another match goes live.
    placeholderData: keepPreviousData,
  });
