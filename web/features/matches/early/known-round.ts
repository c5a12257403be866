import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import { matchesAroundNow } from "../../../backend/queries/matches-around-now.ts";
import { nextMatches } from "../../../backend/queries/next-matches.ts";
import { byMatch, predictionsOf } from "../../../backend/queries/own-predictions.ts";
import { playableCompetitions } from "../../../backend/queries/playable-competitions.ts";
import type { MatchRow, PlayableCompetitionRow, PredictionRow } from "../../../backend/types/rows.ts";
import { comingRoundAfter } from "../../../football/time/coming-round.ts";
import { sectionsOf } from "../match-state.ts";
import type { Lists } from "./early-lists.ts";

/**
 * The coming round, if Home has loaded all of it. Null while a match is live, because its card is above the round, and if
 * something has changed since.
 */
export function knownRound(queries: QueryClient, userId: string): Lists | null {
  const loaded = <Data>(queryKey: QueryKey) => {
    const state = queries.getQueryState<Data>(queryKey);
    return state?.isInvalidated === false ? state.data : undefined;
  };
  const now = serverNow();
  const near = loaded<MatchRow[]>(matchesAroundNow.queryKey);
  const playable = loaded<PlayableCompetitionRow[]>(playableCompetitions(userId).queryKey);
  if (!near || sectionsOf(near, now).live.length > 0) return null;
  const leagues = playable?.filter(({ may_predict }) => may_predict).map(({ league }) => league);
  const next = loaded<MatchRow[]>(nextMatches.queryKey)?.filter(({ league }) => leagues?.includes(league));
  const matches = comingRoundAfter(next ?? [], now);
  const predictions = loaded<PredictionRow[]>(
    predictionsOf(
      userId,
      matches.map(({ id }) => id),
    ).queryKey,
  );
  return predictions ? { matches, predictions: byMatch(predictions) } : null;
}
