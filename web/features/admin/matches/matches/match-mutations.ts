import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import type { MatchPreview } from "../../../../backend/types/import-rows.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { fieldsOf, type MatchFields } from "./match-rules.ts";

/** Cancels the match. Its predictions earn no points. */
export function cancelMatch(match: Pick<MatchRow, "id">): Promise<string | null> {
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
  | "day_time_zone"
>;

/** A match as the form opens it. */
export function openedMatch(match: MatchRow): Loaded<MatchFields, EditedColumns> {
  const { home_team_name, away_team_name, league, round, season } = match;
  const { match_date, match_time, kickoff_confirmed, day_time_zone } = match;
  const kickOff = { match_date, match_time, kickoff_confirmed, day_time_zone };
  const seen = { home_team_name, away_team_name, league, round, season, ...kickOff };
  return { values: fieldsOf(match, ""), seen };
}

/** The match as it is saved now. */
export function loadMatch(id: string): Promise<MatchRow> {
  return dataOf(backend().rest.from("matches").select("*").eq("id", id).single());
}

/** The organiser's answer about the club's matches that a match may be: those asked about, and whether they are others. */
export interface Answer {
  asked: readonly string[];
  areTwo: boolean;
}

/**
 * Changes a match if its columns are as they were seen; fails with SL016 otherwise, and with SL024 if it may be a match that
 * the organiser was not asked about.
 */
export function changeMatch(
  match: MatchRow,
  fields: MatchFields,
  seen: EditedColumns,
  { asked, areTwo }: Answer,
): Promise<void> {
  const zone = fields.isPostponed || !fields.toBeConfirmed ? null : (match.day_time_zone ?? clubZone());
  return ensureSuccess(
    backend().rest.rpc("change_match", {
      _match_id: match.id,
      _values: { ...rowOf(fields), day_time_zone: zone },
      _seen: { ...seen },
      _asked: [...asked],
      _are_two: areTwo,
    }),
  );
}

/**
 * Adds a match. In the same transaction the database adds unknown teams, and gives a team under another name the club's
 * name. Fails with SL024 as `changeMatch`.
 */
export async function addMatch(fields: MatchFields, { asked }: Answer, requestKey: string): Promise<void> {
  await dataOf(
    backend().rest.rpc("add_match", { _values: rowOf(fields), _asked: [...asked], _request_key: requestKey }),
  );
}

export function loadPreview(fields: MatchFields, matchId: string | null): Promise<MatchPreview> {
  const ofMatch = matchId === null ? {} : { _match_id: matchId };
  return dataOf(backend().rest.rpc("preview_match", { _values: valuesOf(fields), ...ofMatch }));
}

const clubZone = () => backend().config.time_zone;

/** The columns that decide whether a match is one of the club's; null for an empty field. */
export function valuesOf({ home, away, date, league, round, season }: MatchFields) {
  return {
    home_team_name: home.trim() || null,
    away_team_name: away.trim() || null,
    match_date: date || null,
    league: league || null,
    round: round.trim() || null,
    season: season.trim() || null,
  };
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
    kickoff_confirmed: !fields.toBeConfirmed && !fields.isPostponed,
  };
}
