import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { CompletedMatchesRow } from "../../../backend/types/admin-rows.ts";
import type { Round } from "../../../football/rules/round-address.ts";
import { AdminError, refusalOf } from "../mutations/use-admin-mutation.ts";
import type { Result } from "./result-rules.ts";

/** The matches of a round, by kick-off. */
export const matchesOfRound = ({ league, season, round, match_date }: Round) =>
  queryOptions({
    queryKey: [subject.matches, "round", league, season, round, match_date],
    queryFn: () => {
      let query = backend().rest.from("matches").select("*").eq("league", league);
      query = season === null ? query.is("season", null) : query.eq("season", season);
      query = round === null ? query.is("round", null) : query.eq("round", round);
      if (round === null && match_date) query = query.eq("match_date", match_date);
      return dataOf(query.order("kickoff_at").order("home_team_name").limit(200));
    },
  });

/** What saving these results would do. */
export const previewOf = (results: readonly Result[]) =>
  queryOptions({
    queryKey: [subject.matches, "results preview", results],
    queryFn: async () =>
      (
        await dataOf(
          backend().rest.rpc("preview_results", { _results: results.map((result) => ({ ...result })) }),
        )
      )[0] ?? null,
    enabled: results.length > 0,
    placeholderData: keepPreviousData,
  });

/** Saves all results, or none. Throws AdminError with the words of the database if one of them is refused. */
export async function saveResults(results: readonly Result[]): Promise<CompletedMatchesRow | undefined> {
  const [saved] = await dataOf(
    backend().rest.rpc("complete_matches", { _results: results.map((result) => ({ ...result })) }),
  ).catch((error: unknown) => {
    const reason = refusalOf(error);
    throw reason === null ? error : new AdminError(reason);
  });
  return saved;
}
