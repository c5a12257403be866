import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { Message } from "./relay-messages.ts";

export type Hear = (message: Message, from: string) => void;

const CHANNEL = "realtime_relay";
/** A row of host.relayed holds at most so many messages, or about so many bytes. */
const MESSAGES_A_ROW = 200;
const BYTES_A_ROW = 4 * 1024 * 1024;
/** What may wait while the database is slow; beyond it the oldest is forgotten, as a broadcast may be. */
const WAITING_MOST = 10_000;
const WAITING_BYTES_MOST = 64 * 1024 * 1024;
const SWEEP_MS = 30_000;

/**
 * Carries messages between the server processes of one PostgreSQL: they are written to host.relayed in the order they
 * were sent, and NOTIFY carries the number of the row. What SQL sends with realtime.send() comes the same way, from the
 * process "". An embedded database has one process, which sends to nobody.
 */
export class Relay {
  /** This process. */
  readonly id = randomUUID();
  readonly alone: boolean;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;
  #hearing: Promise<void> = Promise.resolve();
  #stop: (() => Promise<void>) | undefined;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: (event: string, error: unknown) => void,
  ) {
    this.alone = !database.shared;
  }

  async open(hear: Hear): Promise<void> {
    this.#stop = await this.database.listen(CHANNEL, (notice) => {
      const [, from = "", row] = /^([\w-]*)\/(\d+)$/.exec(notice) ?? [];
      if (row === undefined || from === this.id) return;
      this.#hearing = this.#hearing
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
    await this.#hearing;
  }

  /** To every other process, in order; several that wait go together. */
  send(message: Message): void {
    if (this.alone) return;
    const text = JSON.stringify(message);
    this.#waiting.push(text);
    this.#waitingBytes += text.length;
    while (this.#waiting.length > WAITING_MOST || this.#waitingBytes > WAITING_BYTES_MOST)
      this.#waitingBytes -= this.#waiting.shift()?.length ?? 0;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const row = this.#takeRow();
      await this.database.query("select host.relay($1, $2)", [this.id, row]).catch((error: unknown) => {
        this.log("realtime relay", error);
      });
    }
  }

  #takeRow(): string {
    let [count, bytes] = [0, 0];
    for (const text of this.#waiting) {
      if (count > 0 && (count >= MESSAGES_A_ROW || bytes + text.length > BYTES_A_ROW)) break;
      count++;
      bytes += text.length;
    }
    this.#waitingBytes -= bytes;
    return `[${this.#waiting.splice(0, count).join()}]`;
  }

  async #read(from: string, row: string, hear: Hear): Promise<void> {
    const [found] = await this.database.query<{ messages: string }>(
      "select messages from host.relayed where id = $1::bigint",
      [row],
    );
    const messages: Message[] = JSON.parse(found?.messages ?? "[]");
    for (const message of messages) {
      try {
        hear(message, from);
      } catch (error) {
        this.log("realtime relay", error); // the next may be another sender's
      }
    }
  }

  async #sweep(): Promise<void> {
    await this.database
      .query("select host.sweep_relayed()")
      .catch((error: unknown) => this.log("realtime sweep", error));
  }
}
