/** Rows of imports and of duplicates, which only admins' screens read. They are derived as in rows.ts. */
import type { FunctionRow, Nullable } from "./derive.ts";
import type { MatchStatus } from "./rows.ts";

/** Why a match of a preview is listed. `missing`: the club has it, and the file does not. */
export type ImportChange =
  | "added"
  | "moved"
  | "round"
  | "exchanged"
  | "result"
  | "corrected"
  | "cancelled"
  | "unchanged"
  | "refused"
  | "undecided"
  | "missing";

/**
 * What an import would do with one match; dates and times are in the club's time zone. `place` counts the matches that were sent
 * from 1 and is null for a missing match. `before` has the club's values, with the sides of the file; null for a new match.
 */
export interface ImportPlanRow {
  place: number | null;
  match_id: string;
  round: string | null;
  home: string | null;
  away: string | null;
  match_date: string | null;
  match_time: string | null;
  kickoff_confirmed: boolean;
  home_score: number | null;
  away_score: number | null;
  file_status: string | null;
  changes: ImportChange[];
  reason: string | null;
  /** The reason by its kind (web/backend/sentences). */
  reason_kind: string | null;
  before: {
    match_date: string;
    match_time: string;
    kickoff_confirmed: boolean;
    round: string | null;
    home_score: number | null;
    away_score: number | null;
  } | null;
}

/** A name of the file that the club writes otherwise. `team` is null for a new team, which may be one of the club or of the file. */
export interface ImportTeam {
  name: string;
  team: string | null;
  resembles: string | null;
  /** Whether the matches of both together are those of one team. */
  fits: boolean;
}

/** `season` is its name in the club. */
export interface ImportPlan {
  season: string;
  matches: ImportPlanRow[];
  teams: ImportTeam[];
}

/** `undo_id` is null if nothing changed. */
export type ImportResultRow = Nullable<FunctionRow<"import_matches">, "undo_id">;

/** A team that may be one with another. */
export interface DuplicateTeam {
  id: string;
  name: string;
  logo_url: string | null;
  matches: number;
  predictions: number;
}

/** A match of the club in a question whether two matches are one. */
export interface ListedMatch {
  id: string;
  home: string;
  away: string;
  league: string;
  season: string | null;
  round: string | null;
  match_date: string;
  match_time: string;
  kickoff_at: string;
  kickoff_confirmed: boolean;
  day_time_zone: string | null;
  status: MatchStatus;
  home_score: number | null;
  away_score: number | null;
  predictions: number;
}

/** A match that is listed twice. `late`: its predictions that were saved after the lock of the other one. */
export interface DuplicateMatch extends ListedMatch {
  late: number;
}

/**
 * Two matches that may be one. `both`: how many members predicted both. `is_certain`: the teams and the date or the round are
 * the same.
 */
export interface MatchPair {
  keep: DuplicateMatch;
  remove: DuplicateMatch;
  is_exchanged: boolean;
  is_certain: boolean;
  both: number;
}

/**
 * What saving a match would store: the club's names of the teams, whether the club has no such team, and the season of the
 * date. `resembling`: the matches of the club that it may be.
 */
export interface MatchPreview {
  home: string | null;
  away: string | null;
  is_home_new: boolean;
  is_away_new: boolean;
  season: string | null;
  resembling: { match: ListedMatch; is_exchanged: boolean }[];
}

/** What is listed twice in the club. `keep` is the one that the database suggests to keep. */
export interface Duplicates {
  teams: { keep: DuplicateTeam; remove: DuplicateTeam }[];
  matches: MatchPair[];
}
