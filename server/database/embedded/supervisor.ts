/** Restarts PostgreSQL when it ends, with growing delays while that fails. */
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts";

/** Milliseconds before the first, second, ... restart; the last value repeats. */
const DELAYS_MS = [0, 250, 500, 1000, 2000, 5000];
/** A server that ran this long counts as successfully started. */
const STABLE_MS = 60_000;

/** Lines that a server prints at every start and end, and the text of statements, which may contain secrets. */
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

  /** Throws StartError if the first start fails. Later failures are logged. */
  static async start(options: PostmasterOptions, log: Supervisor["log"]): Promise<Supervisor> {
    return new Supervisor(options, log, await startPostmaster(options));
  }

  /** Stops the server, and any attempt to start it. */
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
      this.log("the database stopped and is started again", relevantLines(printed));
      this.#running = this.#restarted(performance.now() - started > STABLE_MS ? 0 : 1);
      current = await this.#running;
    }
  }

  /** Null if the host stops in the meantime. */
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

/** The server's output about its end, in one line. */
function relevantLines(printed: string): string {
  const lines = printed.split("\n").filter((line) => !LEFT_OUT.test(line));
  return lines.join("; ") || "it ended without a message";
}
