import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/queries/save-edit.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { changeRow } from "../../shared/mutations/change-row.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";
import { fieldsOf, type MatchFields } from "./match-rules.ts";

/** Cancels the match. Its predictions earn no points. */
export function cancelMatch(match: MatchRow): Promise<string | null> {
  return dataOf(backend().rest.rpc("cancel_match", { _match_id: match.id }));
}

/** Cancels a completed match: its result and its points no longer count. */
export function voidMatch(match: MatchRow): Promise<string | null> {
  return dataOf(backend().rest.rpc("void_match", { _match_id: match.id }));
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
    throw new AdminError(words.oneIsDeletedAlready);
  }
}

/** Opens the match for predictions again, with a new kick-off. `kickoff` is an instant. */
export async function reopenMatch(match: MatchRow, kickoff: string, reason: string): Promise<void> {
  await dataOf(
    backend().rest.rpc("reopen_match", { _match_id: match.id, _kickoff: kickoff, _reason: reason }),
  );
}

/** The columns that the match form edits. */
type EditedColumns = Pick<
  MatchRow,
  | "home_team_name"
  | "away_team_name"
  | "match_date"
  | "match_time"
  | "league"
  | "round"
  | "season"
  | "kickoff_confirmed"
>;

/** A match as the form opens it. */
export function openedMatch(match: MatchRow): Loaded<MatchFields, EditedColumns> {
  const { home_team_name, away_team_name, match_date, match_time, league, round, season, kickoff_confirmed } =
    match;
  const teams = { home_team_name, away_team_name };
  const seen = { ...teams, match_date, match_time, league, round, season, kickoff_confirmed };
  return { values: fieldsOf(match, ""), seen };
}

/** The match as it is saved now. */
export function loadMatch(id: string): Promise<MatchRow> {
  return dataOf(backend().rest.from("matches").select("*").eq("id", id).single());
}

/** Changes a match if its columns are as they were seen; fails with SL016 otherwise. */
export function changeMatch(id: string, fields: MatchFields, seen: EditedColumns): Promise<void> {
  return changeRow("matches", id, rowOf(fields), { ...seen });
}

/**
 * Adds a match. In the same transaction the database adds unknown teams, and gives a team under another name the club's
 * name.
 */
export async function addMatch(fields: MatchFields): Promise<void> {
  await ensureSuccess(backend().rest.from("matches").insert(rowOf(fields)));
}

function rowOf(fields: MatchFields) {
  return {
    home_team_name: fields.home,
    away_team_name: fields.away,
    match_date: fields.date,
    match_time: fields.time,
    league: fields.league,
    round: fields.round || null,
    season: fields.season || null,
    kickoff_confirmed: !fields.toBeConfirmed,
  };
}
