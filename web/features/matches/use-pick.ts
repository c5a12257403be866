import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { dataOf } from "../../backend/answer.ts";
import { backend } from "../../backend/client.ts";
import { isTransient, messageFor } from "../../backend/errors.ts";
import { subject } from "../../backend/query-keys.ts";
import type { MatchRow, PredictionRow } from "../../backend/rows.ts";
import { clubName } from "../../football/club-name.ts";
import type { Scoreline } from "../../football/points.ts";
import { showToast } from "../../ui/toast.ts";
import type { SavedPick } from "./autosave.ts";
import { Autosaver, type SaveOutcome } from "./autosaver.ts";
import { currentPicks } from "./match-queries.ts";

/** The autosaver of one match's card, kept in step with what the server holds. */
export function usePick(userId: string, match: MatchRow, stored: PredictionRow | undefined) {
  const queries = useQueryClient();
  const [saver] = useState(
    () =>
      new Autosaver(savedPick(stored), (pick) =>
        savePick(userId, match.id, pick, {
          stored: (row) =>
            queries.setQueryData(currentPicks(userId).queryKey, (rows) => [
              row,
              ...(rows ?? []).filter(({ match_id }) => match_id !== row.match_id),
            ]),
          // The card itself may be gone: at the lock it turns into the locked one.
          refused: (reason) => {
            showToast({
              kind: "error",
              message: reason,
              description: `${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}: ${pick.home}–${pick.away} was not saved.`,
              duration: 8_000,
            });
            void queries.invalidateQueries({ queryKey: [subject.matches] });
          },
        }),
      ),
  );
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);

  useEffect(() => saver.read(savedPick(stored)), [saver, stored]);
  useEffect(() => {
    // A phone that comes back into coverage, and a page that goes away.
    window.addEventListener("online", saver.retry);
    window.addEventListener("pagehide", saver.flush);
    return () => {
      window.removeEventListener("online", saver.retry);
      window.removeEventListener("pagehide", saver.flush);
      saver.flush();
    };
  }, [saver]);

  return { saver, state };
}

/** One upsert; the row comes back with the server's own `updated_at`. Never throws. */
async function savePick(
  userId: string,
  matchId: string,
  pick: Scoreline,
  tell: { stored: (row: PredictionRow) => void; refused: (reason: string) => void },
): Promise<SaveOutcome> {
  try {
    const row = await dataOf(
      backend()
        .rest.from("user_predictions")
        .upsert(
          { user_id: userId, match_id: matchId, home_prediction: pick.home, away_prediction: pick.away },
          { onConflict: "user_id,match_id" },
        )
        .select()
        .single(),
    );
    tell.stored(row);
    return {
      kind: "saved",
      pick: { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at },
    };
  } catch (error) {
    if (isTransient(error)) return { kind: "failed" };
    const reason = messageFor(error);
    tell.refused(reason);
    return { kind: "refused", reason };
  }
}

function savedPick(row: PredictionRow | undefined): SavedPick | null {
  if (!row) return null;
  return { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at };
}
