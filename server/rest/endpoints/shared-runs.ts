interface Asked<Value> {
  value: Promise<Value>;
  /** False if another request has asked for this run already. */
  isFirst: boolean;
}

/** Runs a piece of work once for all who ask for it at the same time. */
export class SharedRuns<Value> {
  readonly #running = new Map<string, { now: Promise<Value>; next: Promise<Value> | null }>();

  /**
   * What a run of `work` returns that begins now or later, so that it knows what had happened before the call. At most one run of a
   * key is under way: who asks meanwhile waits for the next one, with the others that wait. The value throws what that run throws.
   */
  ask(key: string, work: () => Promise<Value>): Asked<Value> {
    const running = this.#running.get(key);
    if (!running) return { value: this.#start(key, work), isFirst: true };
    const isFirst = running.next === null;
    const start = () => this.#start(key, work);
    running.next ??= running.now.then(start, start);
    return { value: running.next, isFirst };
  }

  #start(key: string, work: () => Promise<Value>): Promise<Value> {
    const now = work();
    const run: { now: Promise<Value>; next: Promise<Value> | null } = { now, next: null };
    this.#running.set(key, run);
    const end = () => {
      if (run.next === null) this.#running.delete(key);
    };
    now.then(end, end);
    return now;
  }
}
