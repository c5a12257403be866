import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import type { Round } from "../../../../football/rules/round-address.ts";
import type { Result } from "./result-rules.ts";

const byKickOff: Order<MatchRow> = [
  ["kickoff_at", "asc"],
  ["home_team_name", "asc"],
  ["id", "asc"],
];

/** The matches of a round, by kick-off. */
export const matchesOfRound = ({ league, season, round, match_date }: Round) =>
  queryOptions({
    queryKey: [subject.matches, "round", league, season, round, match_date],
    meta: managedMatches,
    queryFn: () =>
      allRows<MatchRow>((rows, after) => {
        let query = backend().rest.from("matches").select("*").eq("league", league);
        query = season === null ? query.is("season", null) : query.eq("season", season);
        query = round === null ? query.is("round", null) : query.eq("round", round);
        if (round === null && match_date) query = query.eq("match_date", match_date);
        return dataOf(pageOf(query, byKickOff, rows, after));
      }),
  });

/** What saving these results would do. */
export const previewOf = (results: readonly Result[]) =>
  queryOptions({
    queryKey: [subject.matches, "results preview", results],
    meta: managedMatches,
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("preview_results", { _results: results.map(argumentOf) })))[0] ?? null,
    enabled: results.length > 0,
    placeholderData: keepPreviousData,
  });

export const argumentOf = ({ seen, ...result }: Result) => ({ ...result, seen: { ...seen } });
