import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice, pointsIn } from "../../backend/queries/query-meta.ts";
import { tieIn, untilNextLock, untilNextMatchday } from "../../backend/queries/tie-moments.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { CupRoundRow, CupRow, CupTieRow } from "../../backend/types/cup-rows.ts";

/** The cup with the rounds that have a matchday, and the ties that are known. */
export interface Cup {
  cup: CupRow;
  rounds: CupRoundRow[];
  ties: CupTieRow[];
}

/** Null without a cup. `league` is null until it is known. */
export const clubCup = (league: string | null) =>
  queryOptions({
    queryKey: [subject.cup, "club"],
    meta: pointsIn(league),
    refetchInterval: ({ state }) => untilNextMatchday(state.data?.rounds),
    queryFn: async (): Promise<Cup | null> => {
      const [[cup], rounds, ties] = await Promise.all([
        dataOf(joined(backend().rest.rpc("cup"))),
        dataOf(joined(backend().rest.rpc("cup_rounds"))),
        dataOf(joined(backend().rest.rpc("cup_ties"))),
      ]);
      return cup ? { cup, rounds, ties } : null;
    },
  });

/** The matches of the member's last tie. */
export const ownCupTie = (league: string | null) =>
  queryOptions({
    queryKey: [subject.cup, "tie"],
    meta: tieIn(league),
    refetchInterval: ({ state }) => untilNextLock(state.data),
    queryFn: () => dataOf(joined(backend().rest.rpc("cup_tie"))),
  });

/** The order of the draw. */
export const cupDraw = queryOptions({
  queryKey: [subject.cup, "draw"],
  meta: onDevice,
  queryFn: () => dataOf(backend().rest.rpc("cup_draw")),
});
