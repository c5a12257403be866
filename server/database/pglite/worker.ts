/** PGlite in a thread of its own, so that a long statement never stalls HTTP or sockets. Entry of a worker thread. */
import { cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type Extensions, PGlite } from "@electric-sql/pglite";
import type { FromWorker, ToWorker, WorkerOptions } from "./messages.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

/** Replies go back in small groups: the main thread works on one while this thread runs the next. */
const GROUP = 8;

const options = workerData as WorkerOptions;

function tell(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function extensions(): Promise<Extensions> {
  const found: Extensions = {};
  for (const [name, module] of Object.entries(options.extensions)) {
    const exports = (await import(module)) as Extensions;
    const extension = exports[name];
    if (extension) found[name] = extension;
  }
  return found;
}

async function open(): Promise<void> {
  const db = await PGlite.create({ dataDir: options.folder, extensions: await extensions() });
  await db.exec("set search_path = public, extensions");
  const wal = new WriteAheadLog(db, options.folder, options.sync);
  tell({ kind: "ready" });

  parentPort?.on("message", async (message: ToWorker) => {
    if (message.kind === "close") {
      wal.checkpoint();
      await db.close();
      tell({ kind: "closed" });
      return;
    }
    if (message.kind === "copy") {
      wal.checkpoint();
      tell({ kind: "copied", into: message.into, failure: copyFolder(options.folder, message.into) });
      return;
    }
    for (let start = 0; start < message.batches.length; start += GROUP) {
      const replies = message.batches
        .slice(start, start + GROUP)
        .map((bytes) => db.execProtocolRawSync(bytes));
      wal.flush();
      const bytes = joined(replies);
      tell({ kind: "replies", bytes, lengths: replies.map(({ length }) => length) }, [bytes.buffer]);
    }
    wal.checkpointIfDue();
  });
}

/** Nothing runs in this thread meanwhile, so the copy is of one moment. The reason, should it fail. */
function copyFolder(from: string, into: string): string | null {
  try {
    cpSync(from, into, { recursive: true });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function joined(replies: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(replies.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const reply of replies) {
    bytes.set(reply, at);
    at += reply.length;
  }
  return bytes;
}

open().catch((error: unknown) =>
  tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
);
