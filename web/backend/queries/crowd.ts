import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";

/** The crowd's figures on the leaderboard of a league or, with its id, of a period; null before a result. */
export const crowdOf = (league: string, periodId?: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "crowd", periodId ?? null],
    queryFn: async () =>
      (
        await dataOf(
          backend().rest.rpc("crowd", periodId === undefined ? { league } : { league, _period_id: periodId }),
        )
      )[0] ?? null,
  });
