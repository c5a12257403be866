import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The cup that runs or has just ended; null without one. */
export const shownCup = queryOptions({
  queryKey: [subject.cup, "shown"],
  queryFn: async () => (await dataOf(backend().rest.rpc("cup")))[0] ?? null,
});

/** What an organiser chooses for a draw. `most`: null for all members. `firstRound`: null for the next matchday. */
export interface CupChoices {
  name: string;
  league: string;
  most: number | null;
  firstRound: string | null;
}

/** How many members, rounds and byes a draw would have, and the open matchdays. */
export const cupPlan = ({ league, most }: Pick<CupChoices, "league" | "most">) =>
  queryOptions({
    queryKey: [subject.cup, "plan", league, most],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const [plan] = await dataOf(
        backend().rest.rpc("preview_cup", { _league: league, ...(most === null ? {} : { _most: most }) }),
      );
      return plan ?? null;
    },
  });
