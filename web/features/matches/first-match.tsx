import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { playableCompetitions } from "../../backend/queries/playable-competitions.ts";
import type { MatchRow, PlayableCompetitionRow } from "../../backend/types/rows.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { OpenCard } from "./cards/open-card.tsx";
import { currentMatches, currentPredictions } from "./match-queries.ts";
import { sectionsChange, sectionsOf } from "./match-state.ts";

/** What a new member may predict. */
export interface FirstMatch {
  competitions: readonly PlayableCompetitionRow[];
  /** The next open match of a competition that the member may predict; null without one. */
  match: MatchRow | null;
  hasPredicted: boolean;
}

/** What the member may predict first. Undefined while it loads; null if it cannot be loaded. */
export function useFirstMatch(userId: string): FirstMatch | null | undefined {
  const matches = useQuery(currentMatches);
  const predictions = useQuery(currentPredictions(userId));
  const playable = useQuery(playableCompetitions(userId));
  const now = useNowUntil((at) => sectionsChange(matches.data ?? [], at));
  if ([matches, predictions, playable].some(({ isLoadingError }) => isLoadingError)) return null;
  if (!matches.data || !predictions.data || !playable.data) return undefined;
  const open = new Set(playable.data.filter((row) => row.may_predict).map((row) => row.league));
  return {
    competitions: playable.data,
    match: sectionsOf(matches.data, now).open.find((match) => open.has(match.league)) ?? null,
    hasPredicted: predictions.data.size > 0,
  };
}

/** The card of a member's first match. It stays the same match when another one opens or it locks. */
export function FirstMatchCard({ match, userId }: { match: MatchRow; userId: string }) {
  const [shown] = useState(match);
  const now = useNowUntil(() => Number.POSITIVE_INFINITY);
  const prediction = useQuery(currentPredictions(userId)).data?.get(shown.id);
  return <OpenCard match={shown} now={now} prediction={prediction} userId={userId} doubles={null} />;
}
