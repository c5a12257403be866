import { queryOptions } from "@tanstack/react-query";
import * as words from "#words/admin";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { allRows } from "../../../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../../../backend/paging/paging.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import { managedMatches } from "../../../../backend/queries/query-meta.ts";
import type { MatchPair } from "../../../../backend/types/import-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { quoted } from "../../../../ui/text/name-patterns.ts";
import { throwWith } from "../mutations/throw-refusal.ts";

/** The subjects that depend on merged teams and matches. */
export const staleAfterMerge = [...staleAfterResult, subject.teams, subject.dashboard, "health"] as const;

/** The teams and matches that are listed twice, in pairs, with what each has. */
export const duplicates = queryOptions({
  queryKey: [subject.matches, "duplicates"],
  meta: managedMatches,
  queryFn: () => dataOf(backend().rest.rpc("duplicates")),
});

type CountedMatch = Pick<MatchRow, "id" | "predictions_count">;
const byId: Order<CountedMatch> = [["id", "asc"]];

/** The numbers of matches of a team and of their predictions. */
export const matchesOfTeam = (name: string) =>
  queryOptions({
    queryKey: [subject.matches, "of team", name],
    meta: managedMatches,
    queryFn: async () => {
      const rows = await allRows<CountedMatch>((size, after) => {
        const played = backend()
          .rest.from("matches")
          .select("id,predictions_count")
          .or(`home_team_name.eq.${quoted(name)},away_team_name.eq.${quoted(name)}`);
        return dataOf(pageOf(played, byId, size, after));
      });
      return { matches: rows.length, predictions: rows.reduce((sum, row) => sum + row.predictions_count, 0) };
    },
  });

/** Merges a team into another one. Throws AdminError if their matches must be merged first. */
export function mergeTeams(kept: { id: string }, removed: { id: string }): Promise<string> {
  return dataOf(backend().rest.rpc("merge_teams", { _keep_id: kept.id, _remove_id: removed.id })).catch(
    nothingWasMerged,
  );
}

/** Merges the matches of these pairs in one transaction. Throws AdminError if one of them cannot be merged. */
export function mergeMatches(pairs: readonly MatchPair[]): Promise<string> {
  const ids = pairs.map(({ keep, remove }) => ({ keep: keep.id, remove: remove.id }));
  return dataOf(backend().rest.rpc("merge_matches", { _pairs: ids })).catch(nothingWasMerged);
}

/** Says that the matches of this pair are two, so that nobody is asked again. Resolves to the id with which that is undone. */
export function keepApart({ keep, remove }: MatchPair): Promise<string> {
  return dataOf(backend().rest.rpc("keep_matches_apart", { _match_id: keep.id, _other_id: remove.id }));
}

function nothingWasMerged(error: unknown): never {
  return throwWith(error, (reason) => words.nothingWasMergedBecause({ reason }));
}
