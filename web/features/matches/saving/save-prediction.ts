import type { QueryClient } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { isTransient, messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf, RequestError } from "../../../backend/connection/response.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { PredictionRow } from "../../../backend/types/rows.ts";
import { clubName } from "../../../football/rules/club-name.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import { showToast } from "../../../ui/overlays/toast.ts";
import { currentPredictions } from "../match-queries.ts";
import { type MatchToPredict, PredictionSavers } from "./pick-desk.ts";
import type { SaveOutcome } from "./prediction-saver.ts";
import type { SavedPrediction } from "./prediction-state.ts";
import { isLastWord, type UnsavedPrediction, UnsavedPredictions } from "./unsaved-predictions.ts";

let open: { userId: string; desk: PredictionSavers; close: () => void } | null = null;

/**
 * The desk of the signed-in player, the same one until they sign out. It tries again when the device is back online and
 * sends what waits when the page goes away.
 */
export function saversOf(userId: string, queries: QueryClient): PredictionSavers {
  if (open?.userId === userId) return open.desk;
  open?.close();
  const desk = new PredictionSavers(
    new UnsavedPredictions(userId, window.localStorage),
    (match, prediction, unsaved) => savePrediction(userId, match, prediction, unsaved, queries),
    serverNow,
  );
  window.addEventListener("online", desk.sendNow);
  window.addEventListener("pagehide", desk.sendWaiting);
  const { data } = backend().auth.onAuthStateChange((event, session) => {
    if (event === "SIGNED_OUT" || (session && session.user.id !== userId)) close();
  });
  const close = () => {
    window.removeEventListener("online", desk.sendNow);
    window.removeEventListener("pagehide", desk.sendWaiting);
    data.subscription.unsubscribe();
    desk.close();
    if (open?.desk === desk) open = null;
  };
  open = { userId, desk, close };
  return desk;
}

/** The prediction in the row; null where there is none. */
export function savedPrediction(row: PredictionRow | undefined): SavedPrediction | null {
  if (!row) return null;
  return { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at };
}

/**
 * One upsert; the row comes back with the server's own `updated_at`. What could not be saved before is compared first
 * with what the server holds by now. Never throws.
 */
async function savePrediction(
  userId: string,
  match: MatchToPredict,
  prediction: Scoreline,
  unsaved: UnsavedPrediction | null,
  queries: QueryClient,
): Promise<SaveOutcome> {
  try {
    if (!(await isHere(userId))) return { kind: "failed" };
    const stored = unsaved ? await storedRow(userId, match.id) : undefined;
    const overtaking = savedPrediction(stored);
    if (unsaved && stored && overtaking && !isLastWord(unsaved, overtaking)) {
      show(queries, userId, stored);
      return { kind: "overtaken", prediction: overtaking };
    }
    const row = await dataOf(
      backend()
        .rest.from("user_predictions")
        .upsert(
          {
            user_id: userId,
            match_id: match.id,
            home_prediction: prediction.home,
            away_prediction: prediction.away,
          },
          { onConflict: "user_id,match_id" },
        )
        .select()
        .single(),
    );
    show(queries, userId, row);
    return {
      kind: "saved",
      prediction: { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at },
    };
  } catch (error) {
    if (mayHeal(error) || !(await isHere(userId))) return { kind: "failed" };
    const reason = messageFor(error);
    // The card itself may be gone: at the lock it turns into the locked one.
    showToast({
      kind: "error",
      message: reason,
      description: `${clubName(match.home_team_name)} v ${clubName(match.away_team_name)}: ${prediction.home}–${prediction.away} was not saved.`,
      duration: 8_000,
    });
    void queries.invalidateQueries({ queryKey: [subject.matches] });
    return { kind: "refused", reason };
  }
}

/** The row as the server has it, on this page at once: a card that looked at an older list would go back to it. */
function show(queries: QueryClient, userId: string, row: PredictionRow): void {
  // Other pages show it too: they read again when they are next opened.
  for (const stale of [subject.predictions, subject.progress])
    void queries.invalidateQueries({ queryKey: [stale], refetchType: "none" });
  const { queryKey } = currentPredictions(userId);
  queries.setQueryData(
    queryKey,
    (rows) => rows && [row, ...rows.filter(({ match_id }) => match_id !== row.match_id)],
  );
  // Opened next without a network, the device shows this prediction and not the one before.
  import("../../../backend/offline/cached-answers.ts").then(
    ({ cacheShownAnswer: keepShown }) => keepShown(queries, queryKey),
    () => undefined,
  );
}

async function storedRow(userId: string, matchId: string): Promise<PredictionRow | undefined> {
  const rows = await dataOf(
    backend().rest.from("user_predictions").select("*").eq("user_id", userId).eq("match_id", matchId),
  );
  return rows[0];
}

/** Whether the session is still this player's: what they predicted must never go out as somebody else, or as nobody. */
async function isHere(userId: string): Promise<boolean> {
  const { data } = await backend().auth.getSession();
  return data.session?.user.id === userId;
}

/** An ended session and a busy server say nothing about the prediction; the same may be sent again. */
function mayHeal(error: unknown): boolean {
  if (isTransient(error)) return true;
  return error instanceof RequestError && (error.status === 401 || error.status === 429);
}
