import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import {
  type Draft,
  type FailedBecause,
  isTouched,
  isUnfinished,
  next,
  type PredictionEvent,
  type PredictionState,
  type SavedPrediction,
  startOf,
  unsavedIn,
} from "./prediction-state.ts";
import { isLastWord, type UnsavedPrediction, type UnsavedPredictions } from "./unsaved-predictions.ts";

export type SaveOutcome =
  | { kind: "saved"; prediction: SavedPrediction }
  | { kind: "failed"; why: FailedBecause }
  | { kind: "refused"; reason: string }
  /** It was not sent: another device saved a prediction for this match later. */
  | { kind: "overtaken"; prediction: SavedPrediction };

/** Milliseconds without a change before a save. Five taps on + become one request. */
export const restingTime = 600;

/** The wait before the first retry. It doubles with each failure, up to five minutes. */
export const firstRetry = 5_000;
const maxRetryDelay = 300_000;

/**
 * Saves the prediction of one match automatically: shortly after the last change, one request at a time, newest values
 * last. `save` must not throw. `isRetry` is true after a failure, when another device may have saved in between.
 */
export class PredictionSaver {
  #state: PredictionState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isSending = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    saved: SavedPrediction | null,
    private readonly save: (prediction: Scoreline, isRetry: boolean) => Promise<SaveOutcome>,
  ) {
    this.#state = startOf(saved);
  }

  get state(): PredictionState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(draft: Draft): void {
    this.#apply({ kind: "edited", draft });
    this.#schedule(restingTime);
  }

  mistype(problem: string): void {
    clearTimeout(this.#timer);
    this.#apply({ kind: "mistyped", problem });
  }

  read(prediction: SavedPrediction | null): void {
    this.#apply({ kind: "read", prediction });
  }

  /** Sends a prediction that an earlier visit could not save. Does nothing while the player is editing. */
  resume(prediction: Scoreline): void {
    if (this.#state.phase.kind !== "resting") return;
    this.#apply({ kind: "resumed", prediction });
    this.#schedule(0);
  }

  /** Drops the unsaved change in favour of another device's later prediction. */
  yieldTo(prediction: SavedPrediction | null): void {
    this.stop();
    this.#apply({ kind: "overtaken", prediction });
  }

  /** Sends a waiting change now, because the page is about to close. */
  sendWaiting = (): void => {
    if (this.#state.phase.kind === "waiting") void this.#send();
  };

  /** Sends a waiting or failed change now: after Retry, or when the device is back online. */
  sendNow = (): void => {
    const { kind } = this.#state.phase;
    if (kind === "waiting" || kind === "failed") void this.#send();
  };

  /** Cancels the next automatic attempt. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    const { kind } = this.#state.phase;
    if (kind === "waiting") this.#timer = setTimeout(() => void this.#send(), delay);
    if (kind === "failed")
      this.#timer = setTimeout(
        () => void this.#send(),
        Math.min(maxRetryDelay, firstRetry * 2 ** (this.#failures - 1)),
      );
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    this.#apply({ kind: "sent" });
    const { phase } = this.#state;
    if (phase.kind !== "saving") return;
    this.#isSending = true;
    const outcome = await this.save(phase.sent, this.#failures > 0);
    this.#isSending = false;
    this.#failures = outcome.kind === "failed" ? this.#failures + 1 : 0;
    this.#apply(outcome);
    // Values that changed during the request are sent next, without a delay.
    this.#schedule(0);
  }

  #apply(event: PredictionEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) return;
    for (const listener of this.#listeners) listener();
  }
}

export type MatchToPredict = Pick<MatchRow, "id" | "home_team_name" | "away_team_name">;

/**
 * One player's savers, one for each match. They outlive the match cards, so that retries continue on every page.
 * `unsaved` stores each prediction until the server has it.
 */
export class PredictionSavers {
  readonly #savers = new Map<string, PredictionSaver>();

  constructor(
    readonly unsaved: UnsavedPredictions,
    /** `unsaved`: the stored prediction, with the time at which it was set; null for a first attempt. */
    private readonly save: (
      match: MatchToPredict,
      prediction: Scoreline,
      unsaved: UnsavedPrediction | null,
    ) => Promise<SaveOutcome>,
    private readonly now: () => number,
    /** Called after each change of a prediction. */
    private readonly onChange: () => void = () => undefined,
  ) {}

  /** Whether a card holds input that is neither saved nor stored on the device, such as one score of two. */
  hasUnfinishedInput(): boolean {
    return [...this.#savers.values()].some(({ state }) => isUnfinished(state));
  }

  /** This match's saver, created with the first call. */
  saverOf(match: MatchToPredict, stored: SavedPrediction | null): PredictionSaver {
    const known = this.#savers.get(match.id);
    if (known) return known;
    const saver = new PredictionSaver(stored, (prediction, isRetry) =>
      this.save(match, prediction, isRetry ? this.unsaved.of(match.id) : null),
    );
    saver.subscribe(() => {
      this.#store(match, saver);
      this.onChange();
    });
    this.#savers.set(match.id, saver);
    return saver;
  }

  /** Compares the server's prediction with the unsaved one of an earlier visit: sends the later one, or drops it. */
  read(match: MatchToPredict, stored: SavedPrediction | null): void {
    const saver = this.saverOf(match, stored);
    const unsaved = this.unsaved.of(match.id);
    if (!unsaved || this.isTrying(match.id)) saver.read(stored);
    else if (isLastWord(unsaved, stored)) saver.resume(unsaved);
    else {
      saver.yieldTo(stored);
      this.unsaved.forget(match.id);
    }
  }

  /** Whether a save of this match is waiting or under way. */
  isTrying(matchId: string): boolean {
    const kind = this.#savers.get(matchId)?.state.phase.kind;
    return kind === "waiting" || kind === "saving";
  }

  /**
   * Stops saving a match that has locked. Its unsaved prediction stays stored, so that the page can report it, unless the
   * server has it: the browser may have ended before it was removed.
   */
  giveUp(matchId: string, stored: SavedPrediction | null): void {
    this.#savers.get(matchId)?.stop();
    this.#savers.delete(matchId);
    const unsaved = this.unsaved.of(matchId);
    if (unsaved && !isLastWord(unsaved, stored)) this.unsaved.forget(matchId);
  }

  /** Sends all waiting changes. Failed ones stay stored: the next visit compares them with the server first. */
  sendWaiting = (): void => {
    for (const saver of this.#savers.values()) saver.sendWaiting();
  };

  /** Sends all waiting and failed changes. */
  sendNow = (): void => {
    for (const saver of this.#savers.values()) saver.sendNow();
  };

  close(): void {
    for (const saver of this.#savers.values()) saver.stop();
    this.#savers.clear();
  }

  #store(match: MatchToPredict, saver: PredictionSaver): void {
    if (this.#savers.get(match.id) !== saver) return;
    const { state } = saver;
    if (state.phase.kind === "invalid" && isTouched(state)) return;
    const prediction = unsavedIn(state);
    if (prediction)
      this.unsaved.keep({
        matchId: match.id,
        homeTeam: clubName(match.home_team_name),
        awayTeam: clubName(match.away_team_name),
        ...prediction,
        over: state.saved?.savedAt ?? null,
        at: this.now(),
      });
    else this.unsaved.forget(match.id);
  }
}
