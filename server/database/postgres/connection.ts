/** One connection. Batches are written without waiting for earlier replies, which arrive in the order of the batches. */
import type { Duplex } from "node:stream";
import { type ConnectionError, DatabaseError, type Result } from "../database.ts";
import { errorOf, type Field } from "../wire/batch-reply.ts";
import { Decoder, type Messages } from "../wire/decoder.ts";
import { type Batch, encodeScript, PreparedStatements } from "../wire/prepared-statements.ts";
import { fatalFailure, lostConnection } from "./failures.ts";
import type { WriteGuard } from "./write-guard.ts";

export interface ConnectionEvents {
  /** The reply to a batch is complete. */
  ready(connection: Connection): void;
  /** The connection was lost. Not called after close(). */
  lost(connection: Connection, error: ConnectionError): void;
  notified(channel: string, payload: string): void;
}

/** Receives the reply's error, or null if it succeeded. Called exactly once. */
type Done = (error: DatabaseError | null) => void;

interface Sent {
  batch: Batch;
  done: Done;
  /** True if batches of this kind were quick recently, so that another batch may wait behind this one. */
  quick: boolean;
  /** Why the transaction may not write: writes may be allowed again before the reply arrives. */
  refusal: string | null;
}

/** A batch is sent behind others only if each of those recently took less than this. */
const QUICK_MS = 5;
/** The maximum number of batches in flight, so that a statement that becomes slow delays few others. */
const DEPTH = 4;
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

export class Connection implements Messages {
  readonly statements = new PreparedStatements();
  readonly #inFlight: Sent[] = [];
  /** When the server could start the oldest batch in flight, or finished the last one. */
  #since = performance.now();
  #status = "I";
  /** Batches of this turn of the event loop: one write for several costs as much as one for each. */
  #unsent: Buffer[] = [];
  /** Why transactions that begin now may not write. */
  #refusal: string | null = null;
  #closed = false;
  #failure: ConnectionError | null = null;
  #socketError: Error | null = null;

  constructor(
    private readonly socket: Duplex,
    private readonly guard: WriteGuard,
    private readonly events: ConnectionEvents,
    /** Asks the server to end the statement that runs. */
    readonly cancel: () => void,
  ) {
    const decoder = new Decoder(this);
    socket.on("data", (chunk: Buffer) => decoder.feed(chunk));
    socket.on("error", (error) => {
      this.#socketError = error;
    });
    socket.on("close", () => this.#lose(lostConnection(this.#socketError)));
    if (socket.destroyed) queueMicrotask(() => this.#lose(lostConnection(null)));
  }

  get inFlight(): number {
    return this.#inFlight.length;
  }

  get inTransaction(): boolean {
    return this.#status !== "I";
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Milliseconds since the last reply if nothing is in flight. */
  idleMs(now: number): number {
    return now - this.#since;
  }

  /** True if a batch sent now would only wait briefly for the batches before it. */
  takesMore(now: number): boolean {
    const inFlight = this.#inFlight;
    if (inFlight.length >= DEPTH || now - this.#since >= QUICK_MS) return false;
    for (const { quick } of inFlight) if (!quick) return false;
    return true;
  }

  /** Call before a transaction: applies whether writes are refused. */
  applyWriteGuard(): void {
    const { refusal } = this.guard;
    if (refusal === this.#refusal) return;
    this.#refusal = refusal;
    const change =
      refusal !== null ? "set default_transaction_read_only = on" : "reset default_transaction_read_only";
    this.send(encodeScript(change), () => {});
  }

  send(batch: Batch, done: Done): void {
    if (this.#failure) {
      done(this.#failure);
      return;
    }
    if (this.#inFlight.length === 0) this.#since = performance.now();
    const tookMs = batch.reply.statements.at(-1)?.tookMs ?? null;
    this.#inFlight.push({ batch, done, quick: tookMs !== null && tookMs < QUICK_MS, refusal: this.#refusal });
    if (this.#unsent.push(batch.bytes) === 1) setImmediate(() => this.#flush());
  }

  /** The results of the batch. Rejects with DatabaseError. */
  exchange(batch: Batch): Promise<Result[]> {
    return new Promise((resolve, reject) => {
      this.send(batch, (error) => (error ? reject(error) : resolve(batch.reply.results)));
    });
  }

  /** Ends the connection. Batches in flight are lost. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Not events.once, which rejects for an error: a server that has ended resets the connection.
    const gone = new Promise((resolve) => this.socket.once("close", resolve));
    this.#flush();
    this.socket.end(TERMINATE, () => this.socket.destroy());
    await gone;
  }

  parsed(): void {
    this.#inFlight[0]?.batch.reply.parsed();
  }

  described(fields: readonly Field[]): void {
    this.#inFlight[0]?.batch.reply.described(fields);
  }

  row(values: (string | null)[]): void {
    this.#inFlight[0]?.batch.reply.row(values);
  }

  completed(tag: string): void {
    this.#inFlight[0]?.batch.reply.completed(tag);
  }

  failed(fields: ReadonlyMap<string, string>): void {
    const error = this.guard.report(errorOf(fields), this.#inFlight[0]?.refusal ?? null);
    const severity = fields.get("V");
    if (severity === "FATAL" || severity === "PANIC") this.#lose(fatalFailure(error));
    else this.#inFlight[0]?.batch.reply.failed(error);
  }

  /** Closes the connection, because the server waits for rows and ignores the Sync that was already sent. */
  copyRequested(): void {
    this.#inFlight[0]?.batch.reply.failed(new DatabaseError("COPY FROM STDIN is not supported", "0A000"));
    this.#lose(lostConnection(null));
  }

  ready(status: string): void {
    this.#status = status;
    const sent = this.#inFlight.shift();
    if (!sent) return;
    const now = performance.now();
    const { reply } = sent.batch;
    const last = reply.statements.at(-1);
    if (last) last.tookMs = Math.max(now - this.#since, (last.tookMs ?? 0) * 0.9); // one slow run counts for a while
    this.#since = now;
    this.statements.settle(reply);
    sent.done(reply.error);
    this.events.ready(this);
  }

  notified(channel: string, payload: string): void {
    this.events.notified(channel, payload);
  }

  #flush(): void {
    const [first, ...more] = this.#unsent;
    if (!first) return;
    this.#unsent = [];
    this.socket.write(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }

  #lose(error: ConnectionError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#unsent = [];
    this.socket.destroy();
    const expected = this.#closed;
    this.#closed = true;
    for (const { batch, done } of this.#inFlight.splice(0)) done(batch.reply.error ?? error);
    if (!expected) this.events.lost(this, error);
  }
}
