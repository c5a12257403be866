/** LISTEN on a separate connection, which is opened on first use and reopened when it breaks. */
import pg from "pg";
import { encodeScript } from "../wire/prepared-statements.ts";
import { connect, forFirst } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { WriteGuard } from "./write-guard.ts";

const RETRY_MS = 1000;

type OnNotification = (payload: string) => void;

export class Listener {
  readonly #channels = new Map<string, Set<OnNotification>>();
  #connection: Promise<Connection> | null = null;
  #everOpened = false;
  #closed = false;

  constructor(private readonly config: pg.ClientConfig) {}

  /** Throws ConnectionError if the server cannot be reached now. */
  async listen(channel: string, onNotification: OnNotification): Promise<() => Promise<void>> {
    const connection = await this.#connected();
    const known = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, known.add(onNotification));
    try {
      if (known.size === 1) await execute(connection, `listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      known.delete(onNotification);
      throw error;
    }
    return () => this.#unlisten(channel, onNotification);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  async #unlisten(channel: string, heard: OnNotification): Promise<void> {
    const known = this.#channels.get(channel);
    known?.delete(heard);
    if (known?.size !== 0) return;
    this.#channels.delete(channel);
    if (this.#closed) return;
    const connection = await this.#connection?.catch(() => null);
    if (connection && !connection.closed)
      await execute(connection, `unlisten ${pg.escapeIdentifier(channel)}`);
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    const config = this.#everOpened ? this.config : forFirst(this.config);
    const connection = await connect(config, new WriteGuard(), {
      ready: () => {},
      lost: () => this.#reconnect(),
      notified: (channel, payload) => {
        for (const heard of this.#channels.get(channel) ?? []) heard(payload);
      },
    });
    this.#everOpened = true;
    for (const channel of this.#channels.keys())
      await execute(connection, `listen ${pg.escapeIdentifier(channel)}`);
    return connection;
  }

  #reconnect(): void {
    this.#connection = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed || this.#channels.size === 0) return;
      this.#connected().catch(() => this.#reconnect());
    }, RETRY_MS).unref();
  }
}

async function execute(connection: Connection, sql: string): Promise<void> {
  await connection.exchange(encodeScript(sql));
}
