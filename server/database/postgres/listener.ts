/** LISTEN on a separate connection, which is opened on first use and reopened when it breaks. */
import pg from "pg";
import { encodeScript } from "../wire/prepared-statements.ts";
import { connect, forFirst } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { WriteGuard } from "./write-guard.ts";

/** The pauses before the first and every further attempt to connect again. */
const FIRST_RETRY_MS = 20;
const RETRY_MS = 1000;

/** See Database.listen(). */
interface Subscription {
  heard: (payload: string) => void;
  resumed: (() => void) | undefined;
}

export class Listener {
  readonly #channels = new Map<string, Set<Subscription>>();
  #connection: Promise<Connection> | null = null;
  #everOpened = false;
  #closed = false;

  constructor(private readonly config: pg.ClientConfig) {}

  /** Throws ConnectionError if the server cannot be reached now. */
  async listen(channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const connection = await this.#connected();
    const known = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, known.add(subscription));
    try {
      if (known.size === 1) await execute(connection, `listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      known.delete(subscription);
      throw error;
    }
    return () => this.#unlisten(channel, subscription);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  async #unlisten(channel: string, subscription: Subscription): Promise<void> {
    const known = this.#channels.get(channel);
    known?.delete(subscription);
    if (known?.size !== 0) return;
    this.#channels.delete(channel);
    if (this.#closed) return;
    const connection = await this.#connection?.catch(() => null);
    // A connection that is lost has stopped listening too.
    if (connection && !connection.closed)
      await execute(connection, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    const isFirst = !this.#everOpened;
    let early: (() => void)[] | null = [];
    const connection = await connect(isFirst ? forFirst(this.config) : this.config, new WriteGuard(), {
      ready: () => {},
      lost: () => this.#reconnect(FIRST_RETRY_MS),
      notified: (channel, payload) => {
        const tell = () => {
          for (const { heard } of this.#channels.get(channel) ?? []) heard(payload);
        };
        if (early) early.push(tell);
        else tell();
      },
    });
    this.#everOpened = true;
    for (const channel of this.#channels.keys())
      await execute(connection, `listen ${pg.escapeIdentifier(channel)}`);
    if (!isFirst)
      for (const subscriptions of this.#channels.values())
        for (const { resumed } of subscriptions) resumed?.();
    for (const tell of early) tell();
    early = null;
    return connection;
  }

  #reconnect(pauseMs: number): void {
    this.#connection = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed || this.#channels.size === 0) return;
      this.#connected().catch(() => this.#reconnect(RETRY_MS));
    }, pauseMs).unref();
  }
}

async function execute(connection: Connection, sql: string): Promise<void> {
  await connection.exchange(encodeScript(sql));
}
