import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { Message } from "./relay-messages.ts";

export type Receive = (message: Message, from: string) => void;

const CHANNEL = "realtime_relay";
/** A row of host.relayed has at most this many messages, or about this many bytes. */
const MESSAGES_PER_ROW = 200;
const BYTES_PER_ROW = 4 * 1024 * 1024;
/** The queue's limits while the database is slow. Beyond them the oldest message is dropped, which broadcasts allow. */
const MAX_QUEUED = 10_000;
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const SWEEP_MS = 30_000;

/**
 * Carries messages between the server processes of one PostgreSQL. They are written to host.relayed in order, and
 * NOTIFY carries the row's number. SQL's realtime.send() uses the same way with the process id "". An embedded database
 * has only one process, which sends nothing.
 */
export class Relay {
  /** The id of this process. */
  readonly id = randomUUID();
  readonly isSingleProcess: boolean;
  #queue: string[] = [];
  #queuedBytes = 0;
  #writing: Promise<void> | null = null;
  #receiving: Promise<void> = Promise.resolve();
  #stop: (() => Promise<void>) | undefined;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: (event: string, error: unknown) => void,
  ) {
    this.isSingleProcess = !database.shared;
  }

  async open(hear: Receive): Promise<void> {
    this.#stop = await this.database.listen(CHANNEL, (notice) => {
      const [, from = "", row] = /^([\w-]*)\/(\d+)$/.exec(notice) ?? [];
      if (row === undefined || from === this.id) return;
      this.#receiving = this.#receiving
        .then(() => this.#read(from, row, hear))
        .catch((error: unknown) => this.log("realtime relay", error));
    });
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await this.#writing;
    await this.#stop?.();
    await this.#receiving;
  }

  /** Sends to every other process, in order; queued messages share a row. */
  send(message: Message): void {
    if (this.isSingleProcess) return;
    const text = JSON.stringify(message);
    this.#queue.push(text);
    this.#queuedBytes += text.length;
    while (this.#queue.length > MAX_QUEUED || this.#queuedBytes > MAX_QUEUED_BYTES)
      this.#queuedBytes -= this.#queue.shift()?.length ?? 0;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      const row = this.#takeRow();
      await this.database.query("select host.relay($1, $2)", [this.id, row]).catch((error: unknown) => {
        this.log("realtime relay", error);
      });
    }
  }

  #takeRow(): string {
    let [count, bytes] = [0, 0];
    for (const text of this.#queue) {
      if (count > 0 && (count >= MESSAGES_PER_ROW || bytes + text.length > BYTES_PER_ROW)) break;
      count++;
      bytes += text.length;
    }
    this.#queuedBytes -= bytes;
    return `[${this.#queue.splice(0, count).join()}]`;
  }

  async #read(from: string, row: string, hear: Receive): Promise<void> {
    const [found] = await this.database.query<{ messages: string }>(
      "select messages from host.relayed where id = $1::bigint",
      [row],
    );
    const messages: Message[] = JSON.parse(found?.messages ?? "[]");
    for (const message of messages) {
      try {
        hear(message, from);
      } catch (error) {
        this.log("realtime relay", error); // the next one may be from another sender
      }
    }
  }

  async #sweep(): Promise<void> {
    await this.database
      .query("select host.sweep_relayed()")
      .catch((error: unknown) => this.log("realtime sweep", error));
  }
}
