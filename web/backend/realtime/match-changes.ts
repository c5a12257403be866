import type { QueryKey } from "@tanstack/react-query";
import { subject } from "../queries/query-keys.ts";
import type { MatchRow } from "../types/rows.ts";

/** A match before and after a change. `before` is null if no cached list has it, `after` if it was deleted. */
export interface MatchChange {
  id: string;
  before: MatchRow | null;
  after: MatchRow | null;
}

/**
 * What a change means for other data. `details`: nothing, such as a new logo or one more prediction. `live`: the score,
 * status or time of a match that gives no points. `result`: points may have changed.
 */
export type ChangeKind = "details" | "live" | "result";

export function kindOf({ before, after }: MatchChange): ChangeKind {
  if (!before && !after) return "result";
  const over = [before, after].some((row) => row && isOver(row)) || (!before && after && isReopened(after));
  // A list that was loaded just before this message has the result already, so an equal row is a result too.
  if (over) return isSame(before, after, counting) && !isSame(before, after, looks) ? "details" : "result";
  return isSame(before, after, moving) ? "details" : "live";
}

export function isOver({ status }: Pick<MatchRow, "status">): boolean {
  return status === "completed" || status === "cancelled";
}

/** Whether this change reopened the match: the time of the reopening is not before that of its transaction. */
function isReopened({ status, predictions_revealed_at: at, updated_at }: MatchRow): boolean {
  return status === "upcoming" && at !== null && Date.parse(at) >= Date.parse(updated_at);
}

const moving = ["status", "home_score", "away_score", "kickoff_at", "locks_at"] as const;
/** The columns on which points and leaderboards depend. A deleted account takes its predictions along. */
const counting = [...moving, "league", "season", "round", "predictions_count"] as const;
const looks = ["home_team_name", "away_team_name", "home_team_logo", "away_team_logo"] as const;

function isSame(one: MatchRow | null, other: MatchRow | null, columns: readonly (keyof MatchRow)[]): boolean {
  return one !== null && other !== null && columns.every((column) => one[column] === other[column]);
}

/** The lists of matches, by the second word of their keys, in which patch-matches.ts moves a changed match. */
// not a text: a key
export const movedLists = ["current", "played", "next", "around now"] as const;
export type MovedList = (typeof movedLists)[number];

/** Whether the query with this key is out of date after a change. Lists and own predictions are changed in place instead. */
type Effect = (change: MatchChange, kind: ChangeKind, key: QueryKey) => boolean;

/** What a changed match makes out of date, by the first word of the key. Everything else stays as it is. */
const effects: Readonly<Record<string, Effect>> = {
  [subject.matches]: (change, kind, key) => {
    switch (key[1]) {
      case "current":
      case "played":
      case "next":
      case "around now":
        return false;
      case "live points":
        return kind !== "details" && isAbout(change, key);
      case "after ninety":
      case "reopenings":
        return kind === "result" && isAbout(change, key);
      default:
        // Pages of organisers, with searches and counts by status.
        return kind !== "details" && change.before?.status !== change.after?.status;
    }
  },
  // A reopened match hides its split until the next lock.
  [subject.splits]: (change, kind, key) =>
    kind === "result" && change.after?.status === "upcoming" && isAbout(change, key),
  // A match that comes back needs the own prediction, which only the list of results had.
  // A cancelled match gives its double back.
  [subject.predictions]: ({ before, after }, kind, key) =>
    kind === "result" &&
    (key[2] === "doubles"
      ? before?.status === "cancelled" || after?.status !== "completed"
      : key[2] === "current" && after !== null && !isOver(after)),
  // "As it stands" counts live scores. The server computes it, for organisers on Live Scores.
  [subject.leaderboard]: (change, kind, key) =>
    key[2] === "as it stands" ? kind !== "details" : kind === "result" && isOfLeague(change, key[1]),
  [subject.progress]: (change, kind, key) =>
    kind === "result" && (key[2] === "honours" || isOfLeague(change, key[2])),
};

/** Whether the query with this key is out of date after one of these changes. */
export function isOutdatedBy(changes: readonly MatchChange[], key: QueryKey): boolean {
  const effect = effects[String(key[0])];
  return effect !== undefined && changes.some((change) => effect(change, kindOf(change), key));
}

/** Whether the last part of the key is the match or a list with it. */
function isAbout({ id }: MatchChange, key: QueryKey): boolean {
  const last = key.at(-1);
  return Array.isArray(last) ? last.includes(id) : last === id;
}

/** Keys of leaderboards have a league or one of these words, which stand for several. */
const severalLeagues: readonly unknown[] = ["Overall", "home", "period", "honours"];

function isOfLeague({ before, after }: MatchChange, league: unknown): boolean {
  if (!before && !after) return true;
  return severalLeagues.includes(league) || league === before?.league || league === after?.league;
}
