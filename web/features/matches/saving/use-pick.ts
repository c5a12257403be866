import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { deskOf, savedPick } from "./save-prediction.ts";

/** The autosaver of one match's card, kept in step with what the server holds. */
export function usePick(userId: string, match: MatchRow, stored: PredictionRow | undefined) {
  const desk = deskOf(userId, useQueryClient());
  const saver = desk.saverOf(match, savedPick(stored));
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);
  useEffect(() => desk.read(match, savedPick(stored)), [desk, match, stored]);
  return { saver, state };
}
