import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { deskOf, savedPick } from "./save-prediction.ts";
import type { KeptPick } from "./unsaved-predictions.ts";

interface Known {
  /** The matches that are open for picks now, in every competition. */
  open: readonly MatchRow[];
  picks: ReadonlyMap<string, PredictionRow>;
}

/**
 * Sends what an earlier visit could not save, whether or not its card is on screen. Returns the picks that came too
 * late, because their match is closed, and how to put them away. `known` is null until matches and picks are read.
 */
export function useKeptPicks(userId: string, known: Known | null) {
  const desk = deskOf(userId, useQueryClient());
  const kept = useSyncExternalStore(desk.kept.subscribe, desk.kept.all);

  useEffect(() => {
    if (!known) return;
    const open = new Map(known.open.map((match) => [match.id, match]));
    for (const { matchId } of kept) {
      const match = open.get(matchId);
      if (match) desk.read(match, savedPick(known.picks.get(matchId)));
      else if (!desk.isTrying(matchId)) desk.giveUp(matchId);
    }
  }, [desk, known, kept]);

  const isOpen = new Set(known?.open.map(({ id }) => id));
  const late = known ? kept.filter(({ matchId }) => !isOpen.has(matchId) && !desk.isTrying(matchId)) : [];
  const putAway = (picks: readonly KeptPick[]) => {
    for (const { matchId } of picks) desk.kept.forget(matchId);
  };
  return { late, putAway };
}
