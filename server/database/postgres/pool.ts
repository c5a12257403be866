/** Shares a limited number of connections among batches and transactions, and reconnects when the server is back. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type ConnectionError, DatabaseError } from "../database.ts";
import { connect, forFirst } from "./connect.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { connectFailure, databaseClosed, isStartingUp } from "./failures.ts";
import { Queue, type Waiting } from "./queue.ts";
import type { WriteGuard } from "./write-guard.ts";

export interface PoolSettings {
  connections: number;
  /** Idle connections beyond KEPT_IDLE are closed after this time. */
  idleMs: number;
}

/** Each costs about 15 MB, and another is open after some milliseconds. */
const KEPT_IDLE = 1;
/** How often the pool tries to reconnect and rejects calls that have waited too long. */
const RETRY_MS = 250;
/**
 * How long a call waits for the first connection (a server may recover from a crash for minutes), for an unreachable
 * server, and for a connection of a busy pool.
 */
const WAIT_MS = { first: 600_000, unreachable: 5000, busy: 10_000 };
/** How long closing waits for running calls, and for the ends of those that it cancels. */
const CLOSE_MS = 3000;
const CANCEL_MS = 1000;
const TOO_MANY_CONNECTIONS = "53300";

export class Pool {
  readonly #queue = new Queue();
  readonly #open = new Set<Connection>();
  readonly #leased = new Set<Connection>();
  /** The most recently used connection is last and is used first, so that surplus ones stay idle. */
  readonly #idle: Connection[] = [];
  readonly #events: ConnectionEvents;
  #connecting = 0;
  #everOpened = false;
  /** Why there is no connection; null if there is one. */
  #failure: ConnectionError | null = null;
  #retryAt = 0;
  #ticker: NodeJS.Timeout | undefined;
  readonly #idleTimer: NodeJS.Timeout;
  #closing: { drained: () => void } | null = null;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly guard: WriteGuard,
    private readonly settings: PoolSettings,
  ) {
    this.#events = {
      ready: (connection) => {
        if (!this.#leased.has(connection)) this.#freed(connection);
      },
      lost: (connection, error) => this.#lost(connection, error),
      notified: () => {},
    };
    this.#idleTimer = setInterval(() => this.#closeIdle(), settings.idleMs / 4).unref();
  }

  /** The number of open connections and of calls that wait for one. */
  get load(): { open: number; waiting: number } {
    return { open: this.#open.size, waiting: this.#queue.length };
  }

  get available(): boolean {
    return this.#failure === null;
  }

  /**
   * Runs the work on an idle connection, a new one, or (a batch only) a busy one that is quick. Otherwise queues it.
   */
  enqueue(waiting: Waiting): void {
    if (this.#closing) {
      waiting.reject(databaseClosed());
      return;
    }
    this.#queue.push(waiting);
    this.#startWaiting();
    if (this.#queue.length > 0) this.#tick();
  }

  /** Gives `work` exclusive use of a connection. */
  async lease<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      const start = (leased: Connection) => {
        this.#leased.add(leased);
        resolve(leased);
      };
      this.enqueue({ kind: "transaction", start, reject });
    });
    try {
      return await work(connection);
    } finally {
      this.#leased.delete(connection);
      this.#freed(connection);
    }
  }

  /** Waits CLOSE_MS for queued and running calls, cancels those that still run, and ends every connection. */
  async close(): Promise<void> {
    const drained = new Promise<void>((resolve) => {
      this.#closing = { drained: resolve };
      if (this.#failure) this.#queue.rejectAfter(0, this.#failure);
      this.#tellDrained();
    });
    const isLate = await Promise.race([drained, delay(CLOSE_MS, true, { ref: false })]);
    if (isLate) {
      this.#queue.rejectAfter(0, databaseClosed());
      for (const connection of this.#open) if (connection.inFlight > 0) connection.cancel();
      // A transaction may wait for something else than the database.
      await Promise.race([drained, delay(CANCEL_MS, undefined, { ref: false })]);
    }
    clearInterval(this.#idleTimer);
    clearInterval(this.#ticker);
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  #startWaiting(): void {
    for (let waiting = this.#queue.first; waiting; waiting = this.#queue.first) {
      const connection = this.#idle.pop() ?? this.#grownOrQuick(waiting);
      if (!connection) return;
      this.#queue.shift();
      connection.applyWriteGuard();
      waiting.start(connection);
      if (!this.#leased.has(connection) && connection.inFlight === 0) this.#freed(connection); // nothing was sent
    }
  }

  #grownOrQuick({ kind }: Waiting): Connection | undefined {
    const full = this.#open.size + this.#connecting >= this.settings.connections;
    const now = performance.now();
    if (!full && now >= this.#retryAt) {
      if (this.#connecting < this.#queue.length) void this.#connect();
      return undefined;
    }
    if (kind === "transaction") return undefined;
    for (const connection of this.#open) {
      if (!this.#leased.has(connection) && connection.takesMore(now)) return connection;
    }
    return undefined;
  }

  #freed(connection: Connection): void {
    if (!connection.closed && connection.inFlight === 0) {
      // A script may leave a transaction open, in which the next batch must not run.
      if (connection.inTransaction) this.#discard(connection);
      else this.#idle.push(connection);
    }
    if (this.#queue.length > 0) this.#startWaiting();
    if (this.#closing) this.#tellDrained();
  }

  #lost(connection: Connection, error: ConnectionError): void {
    this.#forget(connection);
    if (this.#open.size === 0) {
      this.#failure = error;
      this.#retryAt = 0;
      this.#tick();
    }
    this.#startWaiting();
    if (this.#closing) this.#tellDrained();
  }

  async #connect(): Promise<void> {
    this.#connecting++;
    try {
      const connection = await connect(
        this.#everOpened ? this.config : forFirst(this.config),
        this.guard,
        this.#events,
      );
      this.#everOpened = true;
      this.#failure = null;
      this.#open.add(connection);
      this.#connecting--;
      this.#freed(connection);
    } catch (error) {
      this.#connecting--;
      this.#failedToConnect(connectFailure(error));
    }
  }

  #failedToConnect(error: ConnectionError): void {
    this.#retryAt = performance.now() + RETRY_MS;
    if (this.#open.size === 0) {
      this.#failure = error;
      // If no connection ever succeeded, the address or the password is probably wrong, and waiting would not help. One
      // that is still being opened may succeed: a server with one free connection refuses the others sooner.
      const isFirst = !this.#everOpened && this.#connecting === 0;
      const hopeless = this.#closing !== null || (isFirst && !isStartingUp(error));
      if (hopeless) this.#queue.rejectAfter(0, error);
    }
    this.#tick();
    if (this.#closing) this.#tellDrained();
  }

  /** Runs every RETRY_MS while calls wait or no connection is open. */
  #tick(): void {
    this.#ticker ??= setInterval(() => {
      const tooLong =
        this.#failure ?? new DatabaseError("No connection became free in time", TOO_MANY_CONNECTIONS);
      const limit = this.#failure ? WAIT_MS.unreachable : WAIT_MS.busy;
      this.#queue.rejectAfter(this.#everOpened ? limit : WAIT_MS.first, tooLong);
      this.#startWaiting();
      if (this.#failure && this.#connecting === 0 && !this.#closing) void this.#connect();
      if (this.#queue.length > 0 || this.#failure) return;
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }, RETRY_MS);
  }

  #closeIdle(): void {
    const now = performance.now();
    const surplus = this.#idle.slice(0, Math.max(0, this.#idle.length - KEPT_IDLE));
    for (const connection of surplus) {
      if (connection.idleMs(now) >= this.settings.idleMs) this.#discard(connection);
    }
  }

  #discard(connection: Connection): void {
    this.#forget(connection);
    void connection.close();
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #tellDrained(): void {
    const busy = this.#leased.size + this.#queue.length + this.#connecting > 0;
    if (!busy && [...this.#open].every(({ inFlight }) => inFlight === 0)) this.#closing?.drained();
  }
}
