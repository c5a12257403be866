/** What the main thread and PGlite's worker thread say to each other. */
export interface WorkerOptions {
  folder: string;
  /** fdatasync of the write-ahead log before a commit is answered. */
  sync: boolean;
  /** Extension name -> module that exports it under that name. */
  extensions: Readonly<Record<string, string>>;
}

/** To the worker: batches in the order in which they are to run, a folder to copy the database to, or the order to stop. */
export type ToWorker =
  | { kind: "run"; batches: readonly Uint8Array[] }
  | { kind: "copy"; into: string }
  | { kind: "close" };

/** From the worker: the replies to the oldest unanswered batches, in order and end to end: moving one buffer is cheap. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; message: string }
  | { kind: "replies"; bytes: Uint8Array<ArrayBuffer>; lengths: readonly number[] }
  | { kind: "copied"; into: string; failure: string | null }
  | { kind: "closed" };
