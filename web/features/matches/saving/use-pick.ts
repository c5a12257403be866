import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { savedPrediction, saversOf } from "./save-prediction.ts";

/** The saver of one match's card, kept in step with what the server holds. */
export function usePrediction(userId: string, match: MatchRow, stored: PredictionRow | undefined) {
  const desk = saversOf(userId, useQueryClient());
  const saver = desk.saverOf(match, savedPrediction(stored));
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);
  useEffect(() => desk.read(match, savedPrediction(stored)), [desk, match, stored]);
  return { saver, state };
}
