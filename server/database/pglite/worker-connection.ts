/** The main thread's end of PGlite's worker: batches out, replies in, in order. */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { DatabaseError } from "../database.ts";
import { startPgliteWorker } from "../files.ts";
import { StartError } from "../start-error.ts";
import type { BatchReply } from "../wire/batch-reply.ts";
import { decodeReply } from "../wire/decoder.ts";
import type { Batch } from "../wire/prepared-statements.ts";
import type { FromWorker, ToWorker, WorkerOptions } from "./messages.ts";

interface Waiting {
  reply: BatchReply;
  resolve: (reply: BatchReply) => void;
  reject: (error: Error) => void;
}

/** Starts the worker and waits until the database is open. Throws StartError with PGlite's reason. */
export async function startWorker(options: WorkerOptions): Promise<WorkerConnection> {
  const worker = startPgliteWorker({ workerData: options });
  const [first] = (await once(worker, "message")) as [FromWorker];
  if (first.kind === "ready") return new WorkerConnection(worker);
  await worker.terminate();
  const reason = first.kind === "failed" ? first.message : first.kind;
  throw new StartError(
    `The database in ${options.folder} does not open (${reason}): restore a backup, or set DATA_DIR to another folder.`,
  );
}

export class WorkerConnection {
  notified: (channel: string, payload: string) => void = () => {};
  lost: (reason: string) => void = () => {};
  #closing = false;
  #waiting: Waiting[] = [];
  #answered = 0;
  #outgoing: Uint8Array<ArrayBuffer>[] = [];
  #lost: DatabaseError | null = null;

  constructor(private readonly worker: Worker) {
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "replies") this.#answerAll(message.bytes, message.lengths);
    });
    worker.on("error", (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    worker.on("exit", () => this.#lose("it was stopped"));
  }

  /** The reply may hold an error; this rejects only when the worker itself is gone. */
  send({ bytes, reply }: Batch): Promise<BatchReply> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#waiting.push({ reply, resolve, reject });
      // What is sent within one turn of the event loop travels in one message: a message costs more than a batch.
      if (this.#outgoing.push(bytes) === 1) setImmediate(() => this.#post());
    });
  }

  /** Copies the database's files as they are at one moment. Rejects when that fails, e.g. on a full disk. */
  copy(into: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      const answered = (message: FromWorker) => {
        if (message.kind !== "copied" || message.into !== into) return;
        this.worker.off("message", answered);
        if (message.failure === null) resolve();
        else reject(new Error(message.failure));
      };
      this.worker.on("message", answered);
      this.#tell({ kind: "copy", into });
    });
  }

  async close(): Promise<void> {
    if (this.#lost) return;
    this.#closing = true;
    if (this.#outgoing.length > 0) this.#post();
    this.#tell({ kind: "close" });
    await new Promise<void>((resolve) => {
      this.worker.on("message", (message: FromWorker) => message.kind === "closed" && resolve());
      this.worker.once("exit", resolve);
    });
    await this.worker.terminate();
  }

  #post(): void {
    const batches = this.#outgoing;
    this.#outgoing = [];
    if (batches.length === 0) return;
    this.#tell(
      { kind: "run", batches },
      batches.map(({ buffer }) => buffer),
    );
  }

  #tell(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  #answerAll(bytes: Uint8Array, lengths: readonly number[]): void {
    let start = 0;
    for (const length of lengths) {
      this.#answer(bytes.subarray(start, start + length));
      start += length;
    }
  }

  #answer(bytes: Uint8Array): void {
    const waiting = this.#waiting[this.#answered++];
    if (!waiting) return;
    if (this.#answered > 1000 || this.#answered === this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#answered);
      this.#answered = 0;
    }
    decodeReply(bytes, waiting.reply, this.notified);
    waiting.resolve(waiting.reply);
  }

  #lose(reason: string): void {
    if (!this.#lost && !this.#closing) this.lost(reason);
    this.#lost ??= new DatabaseError(`the database stopped: ${reason}`, "57P01");
    for (const { reject } of this.#waiting.slice(this.#answered)) reject(this.#lost);
    this.#waiting = [];
    this.#answered = 0;
  }
}
