/** `Server-Timing`: how long each stage of a request took. Source: PostgREST's App.hs, renderTimings. */

/** The stages in the order of the header. */
const STAGES = ["jwt", "parse", "plan", "transaction", "response"] as const;
export type Stage = (typeof STAGES)[number];

export class Timings {
  #since = performance.now();
  /** In milliseconds. */
  readonly #taken: Partial<Record<Stage, number>> = {};

  /** Ends a stage, which began when the one before it ended. */
  end(stage: Stage): void {
    const now = performance.now();
    this.#taken[stage] = now - this.#since;
    this.#since = now;
  }

  /** `jwt;dur=0.1, parse;dur=0.3, ...` in milliseconds. */
  get header(): string {
    return STAGES.flatMap((stage) => {
      const taken = this.#taken[stage];
      return taken === undefined ? [] : `${stage};dur=${taken.toFixed(1)}`;
    }).join(", ");
  }
}
