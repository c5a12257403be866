import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The draw that runs or has just ended; null without one. */
export const shownDraw = queryOptions({
  queryKey: [subject.divisions, "draw"],
  queryFn: async () => (await dataOf(backend().rest.rpc("divisions")))[0] ?? null,
});

/** In which order members are divided: as the database names it. */
export type DrawOrder = "overall" | "tables" | "random";

/** What an organiser chooses for a draw. */
export interface DrawChoices {
  league: string;
  order: DrawOrder;
  atMost: number;
  matchdays: number;
}

/** How many divisions, members and matchdays a draw would have. */
export const drawPlan = ({ league, atMost, matchdays }: Omit<DrawChoices, "order">) =>
  queryOptions({
    queryKey: [subject.divisions, "plan", league, atMost, matchdays],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const [plan] = await dataOf(
        backend().rest.rpc("preview_divisions", {
          _league: league,
          _at_most: atMost,
          _matchdays: matchdays,
        }),
      );
      return plan ?? null;
    },
  });

/** Who would be in which division; empty for a random order. */
export const drawnMembers = ({ league, order, atMost }: DrawChoices) =>
  queryOptions({
    queryKey: [subject.divisions, "members", league, order, atMost],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("preview_division_members", { _league: league, _order: order, _at_most: atMost }),
      ),
  });
