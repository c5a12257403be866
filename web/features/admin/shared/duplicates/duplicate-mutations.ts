import * as words from "#words/admin";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { MatchPair } from "../../../../backend/types/import-rows.ts";
import { throwWith } from "../acts/throw-refusal.ts";

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
