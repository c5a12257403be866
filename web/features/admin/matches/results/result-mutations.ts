import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { type Edit, saveEdit } from "../../../../backend/edits/save-edit.ts";
import type { CompletedMatchesRow } from "../../../../backend/types/admin-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { throwRefusal } from "../../shared/acts/throw-refusal.ts";
import { argumentOf } from "./result-queries.ts";
import {
  type Result,
  resultsIn,
  type Scores,
  savedScoreOf,
  scoreEditFields,
  scoresAfter,
} from "./result-rules.ts";

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
