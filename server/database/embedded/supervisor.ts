/** Keeps PostgreSQL running while the host does: a server that ends is started again, later and later while that fails. */
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts";

/** Milliseconds before the first, second, ... attempt after an end; the last one repeats. */
const DELAYS_MS = [0, 250, 500, 1000, 2000, 5000];
/** A server that ran this long had started well. */
const STABLE_MS = 60_000;

/** What a server prints at every start and end, and the text of statements, which may hold secrets. */
const LEFT_OUT =
  /^LOG: +(starting PostgreSQL|listening on|database system (is|was shut)|aborting any|background worker)|^FATAL: +(terminating connection|the database system is)|^(STATEMENT|DETAIL): /;

export class Supervisor {
  #running: Promise<Postmaster | null>;
  #stopping = false;
  #wake: () => void = () => {};

  private constructor(
    private readonly options: PostmasterOptions,
    private readonly log: (event: string, error: unknown) => void,
    first: Postmaster,
  ) {
    this.#running = Promise.resolve(first);
    void this.#watch(first);
  }

  /** Throws StartError when the first start fails. `log` hears of every later end. */
  static async start(options: PostmasterOptions, log: Supervisor["log"]): Promise<Supervisor> {
    return new Supervisor(options, log, await startPostmaster(options));
  }

  /** Ends the server, and whatever attempt to start it is under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    const running = await this.#running;
    await running?.stop();
  }

  async #watch(first: Postmaster): Promise<void> {
    let current: Postmaster | null = first;
    while (current) {
      const started = performance.now();
      const printed: string = await current.ended;
      if (this.#stopping) return;
      this.log("the database stopped and is started again", whatMatters(printed));
      this.#running = this.#restarted(performance.now() - started > STABLE_MS ? 0 : 1);
      current = await this.#running;
    }
  }

  /** Null when the host stops meanwhile. */
  async #restarted(failures: number): Promise<Postmaster | null> {
    for (let attempt = failures; !this.#stopping; attempt++) {
      await this.#pause(DELAYS_MS[Math.min(attempt, DELAYS_MS.length - 1)] ?? 0);
      if (this.#stopping) return null;
      try {
        return await startPostmaster(this.options);
      } catch (error) {
        this.log("the database could not be started again", error);
      }
    }
    return null;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** What the server printed about its end, on one line. */
function whatMatters(printed: string): string {
  const lines = printed.split("\n").filter((line) => !LEFT_OUT.test(line));
  return lines.join("; ") || "it ended without a message";
}
