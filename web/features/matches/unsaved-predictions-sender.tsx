import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNowUntil } from "../../football/time/use-now.ts";
import { currentMatches, currentPredictions } from "./match-queries.ts";
import { sectionsChange, sectionsOf } from "./match-state.ts";
import { useUnsavedPredictions } from "./saving/save-prediction.ts";

/** On every page but Matches: sends the predictions that an earlier visit could not save. Matches reports the late ones. */
export function UnsavedPredictionsSender({ userId }: { userId: string }) {
  const matches = useQuery(currentMatches).data;
  const predictions = useQuery(currentPredictions(userId)).data;
  const now = useNowUntil((at) => sectionsChange(matches ?? [], at));
  const known = useMemo(
    () => (matches && predictions ? { open: sectionsOf(matches, now).open, predictions } : null),
    [matches, predictions, now],
  );
  useUnsavedPredictions(userId, known);
  return null;
}
