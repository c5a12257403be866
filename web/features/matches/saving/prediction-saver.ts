import type { Scoreline } from "../../../football/rules/points.ts";
import {
  type Draft,
  next,
  type PredictionEvent,
  type PredictionState,
  type SavedPrediction,
  startOf,
} from "./prediction-state.ts";

export type SaveOutcome =
  | { kind: "saved"; prediction: SavedPrediction }
  | { kind: "failed" }
  | { kind: "refused"; reason: string }
  /** It was not sent: another device saved this prediction after it was set. */
  | { kind: "overtaken"; prediction: SavedPrediction };

/** Long enough that five taps on + are one save, short enough that nobody waits for it. */
export const restingTime = 600;

/** After a failure it tries again by itself, each time after twice as long, at most every five minutes. */
export const firstRetry = 5_000;
const longestRetry = 300_000;

/**
 * Saves one match's prediction by itself: a moment after the last change, one request at a time, the latest values last.
 * `save` must not throw; `isRetry` tells it that the prediction could not be saved before, so that others may have come first.
 */
export class PredictionSaver {
  #state: PredictionState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isUnderWay = false;
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

  /** Takes up what an earlier visit could not save, and sends it; nothing when the player is at it again. */
  resume(prediction: Scoreline): void {
    if (this.#state.phase.kind !== "resting") return;
    this.#apply({ kind: "resumed", prediction });
    this.#schedule(0);
  }

  /** Gives up what is not saved for what another device saved later. */
  yieldTo(prediction: SavedPrediction | null): void {
    this.stop();
    this.#apply({ kind: "overtaken", prediction });
  }

  /** Sends what is waiting without waiting longer: the page is about to go. */
  sendWaiting = (): void => {
    if (this.#state.phase.kind === "waiting") void this.#send();
  };

  /** Sends what is waiting or has failed without waiting longer: on Retry, or back online. */
  sendNow = (): void => {
    const { kind } = this.#state.phase;
    if (kind === "waiting" || kind === "failed") void this.#send();
  };

  /** No attempt follows by itself any more. */
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
        Math.min(longestRetry, firstRetry * 2 ** (this.#failures - 1)),
      );
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isUnderWay) return;
    this.#apply({ kind: "sent" });
    const { phase } = this.#state;
    if (phase.kind !== "saving") return;
    this.#isUnderWay = true;
    const outcome = await this.save(phase.sent, this.#failures > 0);
    this.#isUnderWay = false;
    this.#failures = outcome.kind === "failed" ? this.#failures + 1 : 0;
    this.#apply(outcome);
    // Changed while it was on its way: the newer values follow at once.
    this.#schedule(0);
  }

  #apply(event: PredictionEvent): void {
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state === before) return;
    for (const listener of this.#listeners) listener();
  }
}
