import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { restored } from "../../browser/durable-storage.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { currentMatches, currentPredictions } from "./match-queries.ts";
import { sectionsChange, sectionsOf } from "./match-state.ts";
import { useUnsavedPredictions } from "./saving/save-prediction.ts";
import { hasUnsavedPredictions } from "./saving/unsaved-keys.ts";

/** On every page but Matches and the round: sends the predictions that an earlier visit could not save. Matches reports the late ones. */
export function UnsavedPredictionsSender({ userId }: { userId: string }) {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => void restored().then(() => setRestored(true)), []);
  return isRestored && hasUnsavedPredictions(userId) ? <Sender userId={userId} /> : null;
}

function Sender({ userId }: { userId: string }) {
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
