import type { FetchQueryOptions } from "@tanstack/react-query";
import type { ChangeKind, MatchChange } from "../live/match-changes.ts";
import type { MatchRow, PredictionRow } from "../types/rows.ts";

/** What the page does with the answer of a query. It stands beside each query as its `meta`. */
export interface QueryMeta extends Record<string, unknown> {
  /**
   * The last answer is kept on the device, for a visit without an answer: what members see, and nothing of an organiser's
   * work, no codes and no addresses.
   */
  isOnDevice?: boolean;
  /** A page without a connection says how old the answer is. */
  isDated?: boolean;
  /** Whether a change of a match makes the answer out of date. Without it, none does. */
  isOutdatedBy?: OutdatedBy;
  /** The answer is a list of matches, in which a changed match moves. */
  matchList?: MatchList;
  /** The answer is the player's own predictions, which get the points of a result. */
  ownPredictions?: OwnPredictions;
  /** The matches that the answer is about. */
  matchIds?: readonly string[];
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: QueryMeta;
  }
}

type OutdatedBy = (change: MatchChange, kind: ChangeKind) => boolean;

/** The same condition and order as in the query's request. */
export interface MatchList {
  has: (row: MatchRow) => boolean;
  order: (one: MatchRow, other: MatchRow) => number;
  /** Those of the rows, in their order, that belong to the list together. */
  only?: (rows: readonly MatchRow[], rules: Rules) => MatchRow[];
  /** Whether rows that the page does not have may belong to the list after this change. */
  isIncomplete?: (before: readonly MatchRow[], after: readonly MatchRow[]) => boolean;
}

/** The rules of the game, which stand in `web/football`. */
export interface Rules {
  /** The points of a prediction at a score. */
  points: (
    prediction: { home: number; away: number; isDouble: boolean },
    score: { home: number; away: number },
  ) => number;
  /** Those of the open matches, in the order of their locks, that are in the next round of their competition. */
  nextRounds: (open: readonly MatchRow[]) => MatchRow[];
}

export interface OwnPredictions {
  /** The query that shows the prediction of a match as soon as it has a result, if it is another one. */
  afterResult?: (matchId: string) => Pick<FetchQueryOptions<PredictionRow[]>, "queryKey" | "meta">;
}

/** For what members see beside matches and points. */
export const onDevice = { isOnDevice: true } as const satisfies QueryMeta;

/** The same where an old answer would mislead. */
export const onDeviceDated = { isOnDevice: true, isDated: true } as const satisfies QueryMeta;

/** For organisers' lists of matches and counts of them, by status. */
export const managedMatches = {
  isDated: true,
  isOutdatedBy: ({ before, after }, kind) => kind !== "details" && before?.status !== after?.status,
} as const satisfies QueryMeta;

/** For points of a competition; of every one with `Overall` or null. */
export function pointsIn(league: string | null) {
  const isOf: OutdatedBy = ({ before, after }) =>
    league === null ||
    league === "Overall" ||
    (!before && !after) ||
    [before, after].some((row) => row?.league === league);
  return {
    ...onDeviceDated,
    isOutdatedBy: (change, kind) => kind === "result" && isOf(change, kind),
  } as const satisfies QueryMeta;
}

/** Whether a change is the result of one of these matches. */
export function resultOf(matchIds: readonly string[]): OutdatedBy {
  return ({ id }, kind) => kind === "result" && matchIds.includes(id);
}

/** A comparison of matches by one of their times. */
export const byTime =
  (column: "kickoff_at" | "locks_at", latestFirst = false) =>
  (one: MatchRow, other: MatchRow): number => {
    const order = Date.parse(one[column]) - Date.parse(other[column]);
    return (latestFirst ? -order : order) || (one.id === other.id ? 0 : one.id < other.id ? -1 : 1);
  };
