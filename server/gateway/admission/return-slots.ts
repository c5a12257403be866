/** The longest time that a refused client is asked to stay away. */
const LONGEST_MS = 60_000;
/** Slots that have passed are forgotten this often. */
const FORGET_EVERY_MS = 250;

/**
 * When refused clients may come back: one after the other, at the pace at which their class starts jobs, so that the host is
 * neither idle nor asked by all of them at once. Addresses take turns, as they do in the queue.
 */
export class ReturnSlots {
  /** The latest slot of each address. */
  readonly #slots = new Map<string, number>();
  #forgetAt = 0;

  /** The milliseconds until the next slot of an address that begins after `waitMs`. */
  next(address: string, waitMs: number, paceMs: number, now: number): number {
    this.#forgetPassed(now);
    const latest = this.#slots.get(address);
    const addresses = this.#slots.size + (latest === undefined ? 1 : 0);
    const slot = Math.min(Math.max(latest ?? 0, now + waitMs) + paceMs * addresses, now + LONGEST_MS);
    this.#slots.set(address, slot);
    return slot - now;
  }

  #forgetPassed(now: number): void {
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + FORGET_EVERY_MS;
    for (const [address, slot] of this.#slots) if (slot <= now) this.#slots.delete(address);
  }
}
