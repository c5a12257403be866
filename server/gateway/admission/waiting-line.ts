/** The waiting jobs of one class: first in, first out for each address, and the addresses take turns. */
export interface ClassLimits {
  /** The share of the starts while several classes wait. */
  weight: number;
  /** The most requests of this class that run at once. */
  running: number;
  /** Whether they take the places of which a host has fewer while reads are slow. */
  sharesPlaces: boolean;
  /** The expected time between two starts before the first is known. */
  firstPaceMs?: number;
}

interface Entry<Job> {
  job: Job;
  /** When it has waited too long. */
  until: number;
}

/** The weight of the newest start in the average pace. */
const NEWEST = 0.1;
/** The pace that is expected of most classes before the first start of a waiting job. */
const FIRST_PACE_MS = 5;

export class WaitingLine<Job> {
  running = 0;
  /** Where the class is in stride scheduling: the lowest starts next. */
  position = 0;
  #length = 0;
  /** By address; the first address starts next. */
  readonly #entries = new Map<string, Entry<Job>[]>();
  /** The average time between two starts while jobs waited. */
  #paceMs: number | null = null;
  /** When the last job started, or when the line stopped being empty. */
  #since = 0;

  constructor(readonly limits: ClassLimits) {}

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.running >= this.limits.running;
  }

  /** The average time between two starts. */
  get paceMs(): number {
    return this.#paceMs ?? this.limits.firstPaceMs ?? FIRST_PACE_MS;
  }

  /** How long another job of this address would wait at the recent pace. */
  expectedWaitMs(address: string): number {
    const own = this.#entries.get(address)?.length ?? 0;
    const addresses = this.#entries.size + (own === 0 ? 1 : 0);
    return Math.min(this.#length, (own + 1) * addresses) * this.paceMs;
  }

  /** Queues a job that may wait for `waitMs`. */
  push(job: Job, address: string, now: number, waitMs: number): void {
    if (this.#length === 0) this.#since = now;
    const entries = this.#entries.get(address);
    if (entries) entries.push({ job, until: now + waitMs });
    else this.#entries.set(address, [{ job, until: now + waitMs }]);
    this.#length++;
  }

  /** The next job. Its address moves to the end. */
  take(now: number): Job | null {
    for (const [address, entries] of this.#entries) {
      const entry = entries.shift();
      this.#entries.delete(address);
      if (entries.length > 0) this.#entries.set(address, entries);
      if (!entry) continue;
      this.#length--;
      const ms = now - this.#since;
      this.#paceMs = this.#paceMs === null ? ms : this.#paceMs * (1 - NEWEST) + ms * NEWEST;
      this.#since = now;
      return entry.job;
    }
    return null;
  }

  /** Removes the newest job of the address with the most jobs; null if `address` would then have as many. */
  evictFor(address: string): Job | null {
    let most: [string, Entry<Job>[]] | null = null;
    for (const line of this.#entries) if (!most || line[1].length > most[1].length) most = line;
    const own = this.#entries.get(address)?.length ?? 0;
    if (!most || most[1].length <= own + 1) return null;
    this.#length--;
    return most[1].pop()?.job ?? null;
  }

  remove(job: Job, address: string): void {
    const entries = this.#entries.get(address);
    const index = entries?.findIndex((entry) => entry.job === job) ?? -1;
    if (!entries || index < 0) return;
    entries.splice(index, 1);
    this.#length--;
    if (entries.length === 0) this.#entries.delete(address);
  }

  /** Removes the jobs that have waited too long. */
  takeExpired(now: number): Job[] {
    const expired: Job[] = [];
    for (const [address, entries] of this.#entries) {
      const fresh = entries.filter(({ until }) => until > now);
      if (fresh.length === entries.length) continue;
      for (const { job, until } of entries) if (until <= now) expired.push(job);
      if (fresh.length === 0) this.#entries.delete(address);
      else this.#entries.set(address, fresh);
    }
    this.#length -= expired.length;
    return expired;
  }
}
