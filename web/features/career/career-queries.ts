import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { pointsIn } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";

/** The seasons of a player, the running ones first, then the latest. */
export const career = (userId: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, "career"],
    meta: pointsIn(null),
    queryFn: () => dataOf(joined(backend().rest.rpc("career", { _user_id: userId }))),
  });

/** What stands out in a season of the career; null for one without a scored prediction. */
export const seasonHighlights = (userId: string, season: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, "career", season],
    meta: pointsIn(null),
    queryFn: async () =>
      (
        await dataOf(
          joined(backend().rest.rpc("season_highlights", { _user_id: userId, _season_id: season })),
        )
      )[0] ?? null,
  });
