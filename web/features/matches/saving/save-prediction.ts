import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { backend, onAuthEvent } from "../../../backend/connection/client.ts";
import { codeOf, isTransient } from "../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf, RequestError } from "../../../backend/connection/response.ts";
import { deviceBehind, serverNow } from "../../../backend/connection/server-clock.ts";
import { storedSession } from "../../../backend/connection/stored-session.ts";
import { cacheShownAnswer } from "../../../backend/offline/or-cached-answer.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { limitRequests } from "../../../backend/requests/limited-fetch.ts";
import { ownWrite } from "../../../backend/requests/marks.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { durableStorage, restored, written } from "../../../browser/durable-storage.ts";
import { nextIdleTurn } from "../../../browser/when-idle.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import { guardInput, updateGuard } from "../../../ui/leave-guard.ts";
import { showToast } from "../../../ui/overlays/toast.ts";
import { currentPredictions } from "../match-queries.ts";
import {
  type MatchToPredict,
  type PredictionSaver,
  PredictionSavers,
  type SaveOutcome,
} from "./prediction-saver.ts";
import type { FailedBecause, PredictionState, SavedPrediction } from "./prediction-state.ts";
import type { RefusalReason } from "./refusal-reports.ts";
import { isLastWord, type UnsavedPrediction, UnsavedPredictions } from "./unsaved-predictions.ts";

/** The code of the reports loads when there may be one: most visits need none. */
function withReports(work: (reports: typeof import("./refusal-reports.ts")) => void): void {
  import("./refusal-reports.ts").then(work).catch(() => undefined);
}

let open: { userId: string; savers: PredictionSavers; close: () => void } | null = null;

/**
 * The savers of the signed-in player, the same object until sign-out. They retry when the device is back online, and send
 * waiting changes when the page closes.
 */
function saversOf(userId: string, queries: QueryClient): PredictionSavers {
  if (open?.userId === userId) return open.savers;
  open?.close();
  // A prediction may be saved before auth-js has loaded, which limits requests too.
  limitRequests();
  const savers = new PredictionSavers(
    new UnsavedPredictions(userId, durableStorage),
    async (match, prediction, unsaved) => {
      await written();
      const { outcome, refusal } = await savePrediction(userId, match, prediction, unsaved, queries);
      if (refusal) withReports((reports) => reports.noteRefusal(userId, match.id, refusal));
      if (outcome.kind !== "failed") withReports((reports) => reports.sendRefusals(userId));
      return outcome;
    },
    serverNow,
    updateGuard,
  );
  // The savers keep an unfinished prediction on other pages, until the visit ends.
  const stopGuarding = guardInput({
    isLostBy: (departure) => departure === "visit" && savers.hasUnfinishedInput(),
  });
  window.addEventListener("online", savers.sendNow);
  window.addEventListener("pagehide", savers.sendWaiting);
  const stopListening = onAuthEvent((event, session) => {
    if (event === "SIGNED_OUT" || (session && session.user.id !== userId)) close();
  });
  const close = () => {
    window.removeEventListener("online", savers.sendNow);
    window.removeEventListener("pagehide", savers.sendWaiting);
    stopListening();
    savers.close();
    stopGuarding();
    if (open?.savers === savers) open = null;
  };
  void restored().then((isChanged) => isChanged && savers.unsaved.readAgain());
  open = { userId, savers, close };
  return savers;
}

/** The saver of one match. Follows the prediction that the server returns. */
export function useSaver(
  userId: string,
  match: MatchRow,
  stored: PredictionRow | undefined,
): PredictionSaver {
  const savers = saversOf(userId, useQueryClient());
  useEffect(() => savers.read(match, savedPrediction(stored)), [savers, match, stored]);
  return savers.saverOf(match, savedPrediction(stored));
}

/** What a component shows of a saver's state. It renders when this changes, so it is a value or a part of the state. */
export function useSaverState<Part>(saver: PredictionSaver, partOf: (state: PredictionState) => Part): Part {
  return useSyncExternalStore(saver.subscribe, () => partOf(saver.state));
}

export interface Known {
  /** The matches of every competition that are open for predictions. */
  open: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
}

/**
 * Sends the predictions that an earlier visit could not save, whether or not their cards are on screen. Returns all that only
 * this device has, those whose match has locked meanwhile, a function that removes them, and one that sends all others now.
 * `known` is null while matches and predictions load.
 */
export function useUnsavedPredictions(userId: string, known: Known | null) {
  const savers = saversOf(userId, useQueryClient());
  const unsaved = useSyncExternalStore(savers.unsaved.subscribe, savers.unsaved.all);

  useEffect(() => {
    if (known) void nextIdleTurn().then(() => withReports((reports) => reports.sendRefusals(userId)));
  }, [userId, known]);
  useEffect(() => {
    if (!known) return;
    const open = new Map(known.open.map((match) => [match.id, match]));
    for (const { matchId } of unsaved) {
      const match = open.get(matchId);
      const stored = savedPrediction(known.predictions.get(matchId));
      if (match) savers.read(match, stored);
      else if (!savers.isTrying(matchId)) savers.giveUp(matchId, stored);
    }
  }, [savers, known, unsaved]);

  const isOpen = new Set(known?.open.map(({ id }) => id));
  const late = known
    ? unsaved.filter(({ matchId }) => !isOpen.has(matchId) && !savers.isTrying(matchId))
    : [];
  const dismiss = (predictions: readonly UnsavedPrediction[]) => {
    for (const { matchId } of predictions) savers.unsaved.forget(matchId);
  };
  return { unsaved, late, dismiss, sendNow: savers.sendNow };
}

/** The prediction of a database row; null without a row. */
function savedPrediction(row: PredictionRow | undefined): SavedPrediction | null {
  if (!row) return null;
  return { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at };
}

/**
 * Sends one upsert, which returns the row with the server's `updated_at`. A prediction that failed before is first compared
 * with the server's. Never throws. `refusal`: what to report if it was not saved.
 */
async function savePrediction(
  userId: string,
  match: MatchToPredict,
  prediction: Scoreline,
  unsaved: UnsavedPrediction | null,
  queries: QueryClient,
): Promise<{ outcome: SaveOutcome; refusal?: RefusalReason }> {
  const failed = (why: FailedBecause) => ({ outcome: { kind: "failed", why } as const, refusal: why });
  try {
    // A prediction must never be sent with another session, or without one. Throws if a refresh gets no answer.
    if ((await backend().session())?.user.id !== userId) return failed("session");
    const stored = unsaved ? await storedRow(userId, match.id) : undefined;
    const overtaking = savedPrediction(stored);
    if (unsaved && stored && overtaking && !isLastWord(unsaved, overtaking)) {
      show(queries, userId, stored);
      return { outcome: { kind: "overtaken", prediction: overtaking } };
    }
    const row = await dataOf(
      ownWrite(
        subject.predictions,
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
      ),
    );
    show(queries, userId, row);
    return {
      outcome: {
        kind: "saved",
        prediction: { home: row.home_prediction, away: row.away_prediction, savedAt: row.updated_at },
      },
    };
  } catch (error) {
    const why = storedSession()?.user.id === userId ? whyRetryable(error) : "session";
    if (why) return failed(why);
    const refusal = refusalOf(error);
    const reason = `${messageFor(error)}${refusal === "clock" ? clockNote() : ""}`;
    // At the lock the open card disappears, so a toast reports the refusal.
    showToast({
      kind: "error",
      message: reason,
      description: words.pickWasNotSaved({
        homeTeam: clubName(match.home_team_name),
        awayTeam: clubName(match.away_team_name),
        home: prediction.home,
        away: prediction.away,
      }),
      duration: 8_000,
    });
    void queries.invalidateQueries({ queryKey: [subject.matches] });
    return { outcome: { kind: "refused", reason }, refusal };
  }
}

/** Writes the server's row into the cached list. With an older list the card would show the previous scores again. */
function show(queries: QueryClient, userId: string, row: PredictionRow): void {
  // Other pages show predictions too. They load them again when they are opened.
  for (const stale of [subject.predictions, subject.progress])
    void queries.invalidateQueries({ queryKey: [stale], refetchType: "none" });
  const { queryKey } = currentPredictions(userId);
  queries.setQueryData(
    queryKey,
    // In its place: TanStack Query compares by position, and rows that move would count as changed.
    (rows) => {
      const at = rows?.findIndex(({ match_id }) => match_id === row.match_id) ?? -1;
      return rows?.toSpliced(at === -1 ? rows.length : at, 1, withKnownMark(row, rows));
    },
  );
  // The offline copy must show this prediction, not the previous one.
  cacheShownAnswer(queries, queryKey);
}

/**
 * The row with the mark of a double that the page shows. Saving a prediction does not change the mark, and its answer may be from
 * before a mark that the page has sent meanwhile.
 */
function withKnownMark(row: PredictionRow, rows: readonly PredictionRow[]): PredictionRow {
  const known = rows.find(({ match_id }) => match_id === row.match_id);
  return known ? { ...row, is_double: known.is_double } : row;
}

async function storedRow(userId: string, matchId: string): Promise<PredictionRow | undefined> {
  const rows = await dataOf(
    backend().rest.from("user_predictions").select("*").eq("user_id", userId).eq("match_id", matchId),
  );
  return rows[0];
}

/** Why it failed, if a retry may succeed; null if the prediction itself was refused. */
function whyRetryable(error: unknown): FailedBecause | null {
  const status = error instanceof RequestError ? error.status : 0;
  if (codeOf(error) === "SL012" || status === 401) return "session";
  if (status === 429) return "server";
  if (!isTransient(error)) return null;
  return status === 0 ? "connection" : "server";
}

const minute = 60_000;

/** What to report of a refusal. After the lock, a wrong clock of the device is the likely cause. */
function refusalOf(error: unknown): RefusalReason {
  const code = codeOf(error);
  if (code === "SL002") return "subscription";
  if (code === "SL027") return "age";
  if (code !== "SL001") return "server";
  return Math.abs(deviceBehind()) >= minute ? "clock" : "lock";
}

function clockNote(): string {
  const behind = deviceBehind();
  const minutes = Math.round(Math.abs(behind) / minute);
  return ` ${(behind > 0 ? words.clockIsBehind : words.clockIsAhead)({ minutes })}`;
}
