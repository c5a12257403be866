import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { type Edit, saveEdit } from "../../../../backend/edits/save-edit.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { CompletedMatchesRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import type { Round } from "../../../../football/rules/round-address.ts";
import { throwRefusal } from "../../shared/mutations/throw-refusal.ts";
import {
  type Result,
  resultsIn,
  type Scores,
  savedScoreOf,
  scoreEditFields,
  scoresAfter,
} from "./result-rules.ts";

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

/**
 * Saves the results, and asks about those that somebody else has changed since they were seen. Throws EditNotSaved if
 * nothing was saved.
 */
export function editScores(
  results: readonly Result[],
  matches: readonly MatchRow[],
  { ask, onTheirs }: Pick<Edit<Scores, Scores, unknown>, "ask"> & { onTheirs: () => void },
): Promise<CompletedMatchesRow | undefined> {
  const seen = Object.fromEntries(results.map((result) => [result.id, result.seen]));
  return saveEdit({
    opened: { values: seen, seen },
    mine: scoresAfter(results),
    fields: scoreEditFields(matches.filter(({ id }) => id in seen)),
    save: (scores, before) => saveResults(resultsIn(scores, before)),
    load: async () => {
      const scores = await loadScores(Object.keys(seen));
      return { values: scores, seen: scores };
    },
    ask,
    onTheirs,
  });
}

async function loadScores(ids: readonly string[]): Promise<Scores> {
  const rows = await dataOf(backend().rest.from("matches").select("*").in("id", ids));
  return Object.fromEntries(rows.map((match) => [match.id, savedScoreOf(match)]));
}

/**
 * Saves all results, or none. Fails with SL016 if a score has changed since it was seen, and throws AdminError with the
 * words of the database if a result is refused.
 */
async function saveResults(results: readonly Result[]): Promise<CompletedMatchesRow | undefined> {
  const [saved] = await dataOf(
    backend().rest.rpc("complete_matches", { _results: results.map(argumentOf) }),
  ).catch(throwRefusal);
  return saved;
}

const argumentOf = ({ seen, ...result }: Result) => ({ ...result, seen: { ...seen } });
