import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";

/** Matches with the player's predictions. */
export interface Lists {
  matches: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
}

/** What Matches shows a player until the lists arrive, by user id. `early-matches.ts` sets it for one visit of the page. */
export const earlyLists = new Map<string, Lists>();
