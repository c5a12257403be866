/** Responses slower than this on average mean that the running requests wait for one another. */
const SLOW_MS = 30;

/**
 * How many requests may run at once: fewer while they are slow on average, and again more when they are quick. The
 * capacity depends on the machine and on the requests, so no fixed number bounds the response times.
 */
export class ConcurrencyLimit {
  #value: number;
  #sumMs = 0;
  #count = 0;

  constructor(
    private readonly least: number,
    private readonly most: number,
  ) {
    this.#value = most;
  }

  get value(): number {
    return this.#value;
  }

  /** Records the duration of a request. Adjusts the limit after as many requests as may run at once. */
  record(ms: number): void {
    this.#sumMs += ms;
    this.#count++;
    if (this.#count < this.#value) return;
    const slow = this.#sumMs / this.#count > SLOW_MS;
    this.#value = slow
      ? Math.max(this.least, Math.floor(this.#value * 0.8))
      : Math.min(this.most, Math.ceil(this.#value * 1.1));
    this.#sumMs = 0;
    this.#count = 0;
  }
}
