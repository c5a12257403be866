import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { savedPrediction, saversOf } from "./save-prediction.ts";
import type { UnsavedPrediction } from "./unsaved-predictions.ts";

interface Known {
  /** The matches that are open for predictions now, in every competition. */
  open: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
}

/**
 * Sends what an earlier visit could not save, whether or not its card is on screen. Returns the predictions that came too
 * late, because their match is closed, and how to put them away. `known` is null until matches and predictions are read.
 */
export function useUnsavedPredictions(userId: string, known: Known | null) {
  const desk = saversOf(userId, useQueryClient());
  const unsaved = useSyncExternalStore(desk.unsaved.subscribe, desk.unsaved.all);

  useEffect(() => {
    if (!known) return;
    const open = new Map(known.open.map((match) => [match.id, match]));
    for (const { matchId } of unsaved) {
      const match = open.get(matchId);
      if (match) desk.read(match, savedPrediction(known.predictions.get(matchId)));
      else if (!desk.isTrying(matchId)) desk.giveUp(matchId);
    }
  }, [desk, known, unsaved]);

  const isOpen = new Set(known?.open.map(({ id }) => id));
  const late = known ? unsaved.filter(({ matchId }) => !isOpen.has(matchId) && !desk.isTrying(matchId)) : [];
  const putAway = (predictions: readonly UnsavedPrediction[]) => {
    for (const { matchId } of predictions) desk.unsaved.forget(matchId);
  };
  return { late, putAway };
}
