/** Refusals in one second. More of them would take the time of the admitted requests. */
const PER_SECOND = 400;
const GAP_MS = 1000 / PER_SECOND;
/** Refusals that may leave at the same moment after a pause. */
const BURST = 50;
const LONGEST_MS = 1000;

/**
 * Spreads refusals over time. A refusal costs the host about a quarter of a read, so that clients that ask again at
 * once could keep it busy with refusals alone. Up to 400 per second leave at once; the others wait up to a second.
 */
export class RefusalPace {
  /** When the next refusal would leave if none ever waited (the generic cell rate algorithm). */
  #next = 0;

  /** The milliseconds that a refusal must wait. */
  delayMs(now: number): number {
    const latest = now + LONGEST_MS;
    this.#next = Math.min(Math.max(this.#next, now - BURST * GAP_MS) + GAP_MS, latest);
    return Math.max(0, this.#next - now);
  }
}
