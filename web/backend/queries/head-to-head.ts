import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { allRows } from "../paging/all-rows.ts";
import { joined } from "../requests/read-together.ts";
import type { HeadToHeadRow } from "../types/rows.ts";
import { subject } from "./query-keys.ts";
import { managedMatches, onDevice, pointsIn } from "./query-meta.ts";

/** The seasons of a league, latest first. */
export const seasonsOf = (league: string) =>
  queryOptions({
    queryKey: [subject.matches, league, "seasons"],
    meta: { ...managedMatches, ...onDevice },
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("seasons", { league })))).map(({ season }) => season),
  });

/** The rows of an answer. */
const pageOfDuel = 1_000;

export interface Duel {
  /** The player of the `my_` columns. */
  first: string;
  /** The player of the `their_` columns. */
  second: string;
  league: string;
  /** Null: all seasons. */
  season: string | null;
}

/** Both players' predictions of the locked matches of a season, oldest first. */
export const headToHead = ({ first, second, league, season }: Duel) =>
  queryOptions({
    queryKey: [subject.progress, second, league, "head to head", first, season],
    meta: pointsIn(league),
    queryFn: async () => {
      const latestFirst = await allRows<HeadToHeadRow>(async (_, before) => {
        const page = await dataOf(
          joined(
            backend().rest.rpc("head_to_head", {
              _user_id: second,
              _with_id: first,
              league,
              ...(season !== null && { _season: season }),
              ...(before && { before_kickoff: before.kickoff_at, before_match: before.match_id }),
            }),
          ),
        );
        return page.toReversed();
      }, pageOfDuel);
      return latestFirst.toReversed();
    },
  });
