/** Random moments of phases whose duration depends on the machine. */
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "./random.ts";

const LONGEST_MS = 15_000;
const GROWTH = 1.1;

export class Moments<Phase extends string> {
  readonly #longestMs: Record<Phase, number>;

  /** `firstMs`: the longest wait for each phase, in milliseconds, until its duration is known. */
  constructor(
    private readonly random: Random,
    firstMs: Readonly<Record<Phase, number>>,
  ) {
    this.#longestMs = { ...firstMs };
  }

  /**
   * Waits for a random moment of a phase that has just begun, or shortly after its end. Returns whether `work` was over
   * by then. The longest wait grows until some moments come after the phase, whose duration it then follows.
   */
  async wait(phase: Phase, work: Promise<unknown>): Promise<"during" | "after"> {
    const started = performance.now();
    const durations: number[] = [];
    work.then(
      () => durations.push(performance.now() - started),
      () => {},
    );
    const longestMs = this.#longestMs[phase];
    await delay(this.random.between(0, longestMs));
    const [durationMs] = durations;
    this.#longestMs[phase] = Math.min(GROWTH * (durationMs ?? longestMs), LONGEST_MS);
    return durationMs === undefined ? "during" : "after";
  }
}
