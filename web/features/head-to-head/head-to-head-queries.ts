import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";

/** The seasons of a league, latest first. */
export const seasonsOf = (league: string) =>
  queryOptions({
    queryKey: [subject.matches, league, "seasons"],
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("seasons", { league }))).map(({ season }) => season),
  });

/** Both players' predictions of the locked matches of a season (null: of all), oldest first. */
export const headToHead = (userId: string, league: string, season: string | null) =>
  queryOptions({
    queryKey: [subject.progress, userId, league, "head to head", season],
    queryFn: () =>
      dataOf(
        backend().rest.rpc(
          "head_to_head",
          season === null ? { _user_id: userId, league } : { _user_id: userId, league, _season: season },
        ),
      ),
  });
