import { backend } from "../../../backend/connection/client.ts";
import { codeOf } from "../../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { AdminError } from "../mutations/use-admin-mutation.ts";
import type { MatchFields } from "./match-rules.ts";

/** Saves the score and completes the match if it is not. The database recalculates the points of its predictions. */
export async function saveScore(match: MatchRow, home: number, away: number): Promise<string | null> {
  const results = [{ id: match.id, home_score: home, away_score: away }];
  const [done] = await dataOf(backend().rest.rpc("complete_matches", { _results: results }));
  return done?.undo_id ?? null;
}

/** Cancels the match. Its predictions earn no points. */
export function cancelMatch(match: MatchRow): Promise<string | null> {
  return dataOf(backend().rest.rpc("cancel_match", { _match_id: match.id }));
}

/** Deletes the match with its predictions and their points. */
export function deleteMatch(match: MatchRow): Promise<string | null> {
  return dataOf(backend().rest.rpc("delete_match", { _match_id: match.id }));
}

/** Deletes all of these matches with their predictions and points. Deletes none and throws AdminError if one is gone. */
export async function deleteMatches(matches: readonly MatchRow[]): Promise<string> {
  const ids = matches.map(({ id }) => id);
  try {
    return await dataOf(backend().rest.rpc("delete_matches", { _match_ids: ids }));
  } catch (error) {
    if (codeOf(error) !== "PT404") throw error;
    throw new AdminError("One of these matches is deleted already. Clear the selection and choose again.");
  }
}

/** Opens the match for predictions again, with a new kick-off. `kickoff` is an instant. */
export async function reopenMatch(match: MatchRow, kickoff: string, reason: string): Promise<void> {
  await dataOf(
    backend().rest.rpc("reopen_match", { _match_id: match.id, _kickoff: kickoff, _reason: reason }),
  );
}

/**
 * Adds a match, or changes `existing`. In the same transaction the database adds unknown teams, and gives a team under
 * another name the club's name.
 */
export async function storeMatch(fields: MatchFields, existing: MatchRow | null): Promise<void> {
  const row = {
    home_team_name: fields.home,
    away_team_name: fields.away,
    match_date: fields.date,
    match_time: fields.time,
    league: fields.league,
    round: fields.round || null,
    season: fields.season || null,
    kickoff_confirmed: !fields.toBeConfirmed,
  };
  const matches = backend().rest.from("matches");
  await ensureSuccess(
    existing ? matches.update(row).eq("id", existing.id).select("id").single() : matches.insert(row),
  );
}
