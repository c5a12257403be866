import type { Scoreline } from "../../football/points.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  type Draft,
  next,
  type SavedPick,
  startOf,
} from "./autosave.ts";

export type SaveOutcome =
  | { kind: "saved"; pick: SavedPick }
  | { kind: "failed" }
  | { kind: "refused"; reason: string };

/** Long enough that five taps on + are one save, short enough that nobody waits for it. */
export const restingTime = 600;

/**
 * Saves one match's pick by itself: a moment after the last change, one request at a time, the latest values last.
 * `save` must not throw.
 */
export class Autosaver {
  #state: AutosaveState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    saved: SavedPick | null,
    private readonly save: (pick: Scoreline) => Promise<SaveOutcome>,
  ) {
    this.#state = startOf(saved);
  }

  get state(): AutosaveState {
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

  read(pick: SavedPick | null): void {
    this.#apply({ kind: "read", pick });
  }

  /** Sends a failed pick again, as it stands. */
  retry = (): void => {
    if (this.#state.phase.kind === "failed") void this.#send();
  };

  /** Sends what is waiting without waiting longer: the page is about to go. */
  flush = (): void => {
    if (this.#state.phase.kind === "waiting") void this.#send();
  };

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#state.phase.kind === "waiting") this.#timer = setTimeout(() => void this.#send(), delay);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#apply({ kind: "sent" });
    const { phase } = this.#state;
    if (phase.kind !== "saving") return;
    this.#apply(await this.save(phase.sent));
    // Changed while it was on its way: the newer values follow at once.
    this.#schedule(0);
  }

  #apply(event: AutosaveEvent): void {
    this.#state = next(this.#state, event);
    for (const listener of this.#listeners) listener();
  }
}
